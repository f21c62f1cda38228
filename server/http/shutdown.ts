import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Returns a function that closes the server: it stops accepting connections, and resolves when all open connections have
 * received their complete responses.
 */
export function closerOf(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    // Browsers and proxies keep connections open after the last response, which would delay the shutdown. But Node, and so
    // the server's own `close`, counts a connection as idle while it still sends the end of a response.
    const closing = setInterval(() => {
      if ([...open].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
    }, 50);
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearInterval(closing);
  };
}
