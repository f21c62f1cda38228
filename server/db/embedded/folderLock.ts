import fs from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefused } from '../../startRefused.ts';

/**
 * Holds a data folder for this process alone: two databases on one folder would lose each other's rows in silence. The
 * lock is a listening socket, which the system takes back the moment its process ends, however it ends.
 */
export async function lockFolder(directory: string): Promise<() => Promise<void>> {
  const address = addressOf(directory);
  let server = await listen(address);
  if (!server) {
    const holder = await holderOf(directory);
    if (holder)
      throw new StartRefused(
        `The data folder ${directory} is in use by process ${holder}: stop that one, or set DATA_DIR to another folder.`,
      );
    // Where sockets are files, one whose process has gone is left behind.
    if (address.startsWith(tmpdir())) fs.rmSync(address, { force: true });
    server = await listen(address);
    if (!server) throw new StartRefused(`The data folder ${directory} is in use: try again in a moment.`);
  }
  const held = server;
  return () => new Promise((resolve) => held.close(() => resolve()));
}

function addressOf(directory: string): string {
  const { dev, ino } = fs.statSync(directory);
  const name = `major-degree-database-${dev}-${ino}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** A server that says which process it is in, or null when the address is taken. */
function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((asker) => asker.on('error', () => {}).end(String(process.pid)));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server.unref()));
  });
}

/** The number of the process that holds a folder; null where nobody does. */
export function holderOf(directory: string): Promise<string | null> {
  return new Promise((resolve) => {
    let holder = '';
    const asked = createConnection(addressOf(directory));
    asked.setTimeout(1000, () => asked.destroy());
    asked.on('data', (part) => (holder += part));
    asked.on('error', () => {});
    asked.on('close', () => resolve(holder || null));
  });
}
