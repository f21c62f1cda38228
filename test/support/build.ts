import type { Build } from '../../server/runtime/build.ts';

/** The program that tests let make their backups. */
export const build: Build = { version: '1.4.0', commit: '4f2a9c1' };
