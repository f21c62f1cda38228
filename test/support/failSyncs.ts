import fs from 'node:fs';

// Loaded before a program: from the moment that the file SYNCS_FAIL exists nothing reaches the disk any more.
const sync = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  if (fs.existsSync(process.env.SYNCS_FAIL as string))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5 });
  sync(descriptor);
};
