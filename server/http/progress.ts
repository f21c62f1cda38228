import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../runtime/limits.ts';
import { respondToSlowBody } from './serverOptions.ts';

/** Whether a body is larger than most routes take, or may be. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0)) > limits.body;

/**
 * Closes a connection whose client sends a large body, or reads a response, more slowly than `limits.progress` says: others
 * may be waiting for what it holds. Node itself only notices a connection on which nothing moves at all.
 */
export function requireProgress(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    const isLarge = hasLargeBody(request);
    let before = moved(socket);
    const check = () => {
      const now = moved(socket);
      const isSlow = now - before < limits.progress.bytes;
      before = now;
      if (!isSlow) return;
      if (reply.raw.headersSent && socket.writableLength > 0) socket.destroy();
      else if (isLarge && !raw.complete) respondToSlowBody(socket);
    };
    // What came while the server was too busy to read it is read first.
    const timer = setInterval(() => setImmediate(check), limits.progress.within).unref();
    reply.raw.once('close', () => clearInterval(timer));
    done();
  });
}

/** How many bytes have come from a client or gone to it. How far a write has got, only the handle of the socket tells. */
function moved(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  const { bytesWritten = 0, writeQueueSize = 0 } = handle ?? {};
  return socket.bytesRead + bytesWritten - writeQueueSize;
}
