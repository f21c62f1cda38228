import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Returns what closes the server: it accepts no more connections, and returns when those that are open have got their
 * responses completely.
 */
export function closerOf(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    // Browsers and proxies keep their connections open after the last response, which would delay the stop. But Node
    // counts a connection as idle while the end of a response is still being sent. So does the server's own `close`.
    const closing = setInterval(() => {
      if ([...open].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
    }, 50);
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearInterval(closing);
  };
}
