// What the operator may say of logging in to a server. What is left out is discovered.

export interface LoginSettings {
  /** Of a client that is registered there, or the address of a client id metadata document. Null registers one. */
  readonly clientId: string | null;
  /** Name of the secret that holds it. */
  readonly clientSecret: string | null;
  /** The authorization server that alone may be used. */
  readonly issuer: string | null;
  /** Exactly these are asked for. Null asks for those that the server names. */
  readonly scopes: readonly string[] | null;
  /** The loopback address that the client is registered with. */
  readonly redirectUri: string | null;
}

export const noLoginSettings: LoginSettings = {
  clientId: null,
  clientSecret: null,
  issuer: null,
  scopes: null,
  redirectUri: null,
};
