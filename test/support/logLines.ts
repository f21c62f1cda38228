import type { FastifyInstance } from 'fastify';

export type LogLine = Record<string, unknown>;

/**
 * Captures what an application logs from now on, instead of writing it to standard output. Each write must be exactly
 * one line of JSON.
 */
export function logLines(app: FastifyInstance): LogLine[] {
  const lines: LogLine[] = [];
  const log = app.log as unknown as Record<symbol, { write(text: string): void }>;
  const key = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream');
  const stream = key && log[key];
  if (!stream) throw new Error('The log has no stream');
  stream.write = (text) => {
    if (!/^[^\n\r]+\n$/.test(text)) throw new Error(`The log contains more than one line: ${text}`);
    lines.push(JSON.parse(text) as LogLine);
  };
  return lines;
}

/** The lines at `warn` or above. */
export const failuresIn = (lines: readonly LogLine[]): LogLine[] =>
  lines.filter(({ level }) => Number(level) >= 40);
