import fs from 'node:fs';

// Preloaded with a program: writes one byte to the file SYNC_LOG for every completed fsync.
const log = fs.openSync(process.env.SYNC_LOG as string, 'a');
const sync = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  sync(descriptor);
  fs.writeSync(log, '.');
};
