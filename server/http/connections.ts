import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { tooManyRequests } from '../errors.ts';
import { limits } from './limits.ts';

/** Counts what is open for each key, up to a limit; `close` takes one back. */
function counter<Key>(most: number) {
  const open = new Map<Key, number>();
  return {
    /** Counts one more; false when there are as many as may be. */
    opens(key: Key): boolean {
      const now = open.get(key) ?? 0;
      if (now < most) open.set(key, now + 1);
      return now < most;
    },
    closes(key: Key): void {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    },
  };
}

/**
 * Nobody takes what is there for all: so many connections in all, so many of one address, so many requests at once of
 * one client, whom a trusted proxy names, and so many at once on one connection. That a reader stalls is seen by
 * `connectionTimeout` (limits.ts).
 */
export function limitConnections(app: FastifyInstance, { trustProxy }: Config): void {
  const { server } = app;
  server.maxConnections = limits.sockets;

  // All connections behind a proxy are the proxy's.
  const ofAddress = counter<string>(limits.socketsOfOne);
  if (!trustProxy)
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? '';
      if (ofAddress.opens(address)) socket.once('close', () => ofAddress.closes(address));
      else socket.destroy();
    });

  const ofClient = counter<string>(limits.requestsOfOne);
  const onSocket = counter<Socket>(limits.pipelined);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, ip } = request;
    const { socket } = raw;
    // It has been refused already, as too slow or unreadable: what comes after that is not done.
    if (socket.writableEnded) return;
    // No browser sends the next before it has read the last; whoever sends many reads none.
    if (!onSocket.opens(socket)) return void socket.destroy();
    reply.raw.once('close', () => onSocket.closes(socket));
    if (!ofClient.opens(ip)) return done(tooManyRequests(1));
    reply.raw.once('close', () => ofClient.closes(ip));
    return done();
  });
}
