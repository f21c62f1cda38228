import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** What the driver knows of a connection and does not say in its types. */
interface Connected {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
}

// PostgreSQL's protocol: the length, the code of a cancel request, whose statement, and its secret.
const LENGTH = 16;
const CANCEL_REQUEST = 80_877_102;
const GIVE_UP_AFTER = 2_000;

/**
 * Has the server stop the statement that a connection runs, and closes the connection: a request that comes late would
 * meet the next statement. By the protocol's own request, which a pooler in between passes on; where it does not arrive,
 * the server's limit for statements ends it.
 */
export function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Connected;
  void (client as unknown as { end(): Promise<void> }).end();
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(LENGTH);
  request.writeInt32BE(LENGTH, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const asked = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  asked.on('error', () => {});
  asked.setTimeout(GIVE_UP_AFTER, () => asked.destroy());
  asked.end(request);
}
