import fs from 'node:fs';

// Preloaded with a program: once the file SYNCS_FAIL exists, every fsync fails with EIO.
const sync = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  if (fs.existsSync(process.env.SYNCS_FAIL as string))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5 });
  sync(descriptor);
};
