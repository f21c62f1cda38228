// Finds or installs what builds and runs an image, and boots a systemd, for the tests, without a service.
import { existsSync } from 'node:fs';
import { findOrInstall } from './postgresql.mjs';

const programs = ['/usr/bin/buildah', '/usr/bin/mmdebstrap', '/usr/bin/systemd-nspawn'];
const areThere = () => programs.every((path) => existsSync(path));

/** Whether images can be built and run here, installing what that needs if it may. Only root can make a base for them. */
export const findImageTools = () =>
  process.getuid?.() === 0 &&
  findOrInstall(areThere, 'buildah', 'buildah', 'mmdebstrap', 'systemd-container');
