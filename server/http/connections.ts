import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { tooManyRequests } from '../errors.ts';
import { limits } from '../runtime/limits.ts';
import { clientOf } from './clientAddress.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request that may wait for a long time, and needs nothing during that. */
    isLongPoll?: boolean;
  }
}

/** Counts what is open for each key, up to `max`. */
function counter<Key>(max: number) {
  const open = new Map<Key, number>();
  return {
    /** Counts one more; returns false if the limit has been reached. */
    opens(key: Key): boolean {
      const count = open.get(key) ?? 0;
      if (count < max) open.set(key, count + 1);
      return count < max;
    },
    closes(key: Key): void {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    },
  };
}

/**
 * Keeps a single client from exhausting the server. Limits the connections in total and per IP address, and the concurrent
 * requests per client (as a trusted proxy names it) and per connection. `connectionTimeout` (serverOptions.ts) detects
 * clients that stop reading.
 */
export function limitConnections(app: FastifyInstance, { trustProxy }: Config): void {
  const { server } = app;
  server.maxConnections = limits.sockets;

  // Behind a proxy, all connections come from the proxy's address.
  const ofAddress = counter<string>(limits.socketsOfOne);
  if (!trustProxy)
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? '';
      if (ofAddress.opens(address)) socket.once('close', () => ofAddress.closes(address));
      else socket.destroy();
    });

  const ofClient = counter<string>(limits.requestsOfOne);
  const longPolls = counter<string>(limits.longPollsOfOne);
  const onSocket = counter<Socket>(limits.pipelined);
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const client = clientOf(request);
    const counted = request.routeOptions.config.isLongPoll ? longPolls : ofClient;
    // The server has already rejected the connection as too slow or unreadable, so ignore later requests on it.
    if (socket.writableEnded) return;
    // Browsers do not pipeline requests. A client that pipelines many does not read the responses.
    if (!onSocket.opens(socket)) return void socket.destroy();
    const isServed = counted.opens(client);
    reply.raw.once('close', () => {
      onSocket.closes(socket);
      if (isServed) counted.closes(client);
    });
    return isServed ? done() : done(tooManyRequests(1));
  });
}
