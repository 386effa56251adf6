// Many connections over one pair of sockets: a program that may open no socket of the machine brings its connections to the proxy by it.
import { createServer } from 'node:http2';
import { duplexPair, pipeline, type Duplex } from 'node:stream';
import type { FilteringProxy } from './filtering-proxy.ts';

/** At a time, since each is one of our own descriptors. */
const mostConnections = 100;

/** Each stream of HTTP/2 on the channel is one connection. Ends all with the channel. */
export function serveChannel(channel: Duplex, proxy: FilteringProxy): void {
  const server = createServer({ settings: { maxConcurrentStreams: mostConnections } });
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    // A server of HTTP/1 does not write its answers whole to a stream of HTTP/2 itself.
    const [near, far] = duplexPair();
    pipeline(stream, near, stream, () => undefined);
    proxy.serve(far);
  });
  server.on('sessionError', () => undefined);
  channel.on('error', () => undefined).once('close', () => proxy.close());
  server.emit('connection', channel);
}

/**
 * The other side, for `node -e` inside the sandbox: takes connections on the port of its own loopback. The channel is on the descriptor;
 * once it listens it closes its standard output.
 */
export function channelProgram(descriptor: number, port: number): string {
  return `
const net = require('node:net');
const fs = require('node:fs');
const channel = new net.Socket({ fd: ${descriptor}, readable: true, writable: true });
const session = require('node:http2').connect('http://proxy', { createConnection: () => channel });
session.on('error', () => process.exit());
session.on('close', () => process.exit());
process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined);
net.createServer({ allowHalfOpen: true }, (socket) => {
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'proxy' });
  const end = () => { socket.destroy(); stream.destroy(); };
  socket.on('error', end); stream.on('error', end);
  socket.pipe(stream).pipe(socket);
}).listen(${port}, '127.0.0.1', () => {
  fs.closeSync(1);
  // Takes the number that is free now: Node itself looks at it.
  fs.openSync('/dev/null', 'r+');
});
`;
}
