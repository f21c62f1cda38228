import { once } from 'node:events';
import { connect } from 'node:net';

export interface Received {
  status: number;
  /** Keyed by lower-case name. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends exactly these bytes over a new connection, and reads until the server closes it. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<Received> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(5000, () => socket.destroy(new Error('no response within five seconds')));
  await once(socket, 'connect');
  socket.write(bytes);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return read(Buffer.concat(parts));
}

function read(response: Buffer): Received {
  const end = response.indexOf('\r\n\r\n');
  const [first = '', ...lines] = response.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: response.subarray(end + 4) };
}
