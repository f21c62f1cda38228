import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** Fields of a pg connection that its types do not declare. */
interface Connected {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
}

// PostgreSQL's CancelRequest message: length, request code, process ID and secret key of the connection.
const LENGTH = 16;
const CANCEL_REQUEST = 80_877_102;
const GIVE_UP_AFTER = 2_000;

/**
 * Cancels the statement that a connection is running. Also closes the connection, because a cancel request that arrives
 * late would hit the next statement. It uses the protocol's own CancelRequest, which a connection pooler passes on. If
 * the request does not arrive, the server's statement timeout ends the statement.
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
