import fs from 'node:fs';

// Loaded before a program: writes a byte to SYNC_LOG for every fsync that the program has carried out.
const log = fs.openSync(process.env.SYNC_LOG as string, 'a');
const sync = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  sync(descriptor);
  fs.writeSync(log, '.');
};
