import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../runtime/limits.ts';
import { respondToSlowBody } from './serverOptions.ts';

/** Whether a body is, or may be, larger than most routes accept. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0)) > limits.body;

/**
 * Closes a connection whose client sends a large body, or reads a response, more slowly than `limits.progress`: others may
 * wait for the resources that it occupies. Node itself detects only a connection without any progress.
 */
export function requireProgress(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    const isLarge = hasLargeBody(request);
    let before = bytesTransferred(socket);
    const check = () => {
      const now = bytesTransferred(socket);
      const isSlow = now - before < limits.progress.bytes;
      before = now;
      if (!isSlow) return;
      if (reply.raw.headersSent && socket.writableLength > 0) socket.destroy();
      else if (isLarge && !raw.complete) respondToSlowBody(socket);
    };
    // First read data that arrived while the server was busy.
    const timer = setInterval(() => setImmediate(check), limits.progress.within).unref();
    reply.raw.once('close', () => clearInterval(timer));
    done();
  });
}

/** The number of bytes received from a client and sent to it. Only the socket's handle shows the progress of a write. */
function bytesTransferred(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  const { bytesWritten = 0, writeQueueSize = 0 } = handle ?? {};
  return socket.bytesRead + bytesWritten - writeQueueSize;
}
