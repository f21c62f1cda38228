import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** Fields of a pg connection that its types do not declare. */
interface ConnectionFields {
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
 * Cancels the running statement of a connection. Also closes the connection, because a late cancel request would hit the
 * next statement. It uses the protocol's own CancelRequest, which a connection pooler forwards. If the request does not
 * arrive, the server's statement timeout ends the statement.
 */
export function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as ConnectionFields;
  void (client as unknown as { end(): Promise<void> }).end();
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(LENGTH);
  request.writeInt32BE(LENGTH, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {});
  socket.setTimeout(GIVE_UP_AFTER, () => socket.destroy());
  socket.end(request);
}
