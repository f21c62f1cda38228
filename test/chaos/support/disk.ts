import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small in-memory disk for a scenario. */
export interface Disk {
  path: string;
  /** Fills the disk until only `free` bytes are left. */
  fill(free: number): void;
  /** Frees the space again. */
  clear(): void;
  remove(): void;
}

/** Mounts a disk of this size. Null if mounting is not permitted. */
export function smallDisk(megabytes: number): Disk | null {
  const path = mkdtempSync(join(tmpdir(), 'chaos-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const filling = join(path, 'filling');
  return {
    path,
    fill(free) {
      const file = openSync(filling, 'w');
      const end = writeUntilFull(file);
      ftruncateSync(file, Math.max(0, end - free));
      closeSync(file);
    },
    clear: () => rmSync(filling),
    remove() {
      spawnSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number): number {
  const part = Buffer.alloc(64 * 1024);
  let end = 0;
  try {
    for (;;) end += writeSync(file, part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return end;
  }
}
