// The server knows the session of a message no more, and so did not take it.

export class SessionGone extends Error {
  constructor() {
    super('the server knows the session no more');
    this.name = 'SessionGone';
  }
}
