// Finds or installs the tools that build and run an image and boot a systemd, for the tests, without a service.
import { existsSync } from 'node:fs';
import { findOrInstall } from './postgresql.mjs';

const programs = ['/usr/bin/buildah', '/usr/bin/mmdebstrap', '/usr/bin/systemd-nspawn'];
const areThere = () => programs.every((path) => existsSync(path));

/** Whether images can be built and run here. Installs the tools if it may. Only root can create a base for images. */
export const findImageTools = () =>
  process.getuid?.() === 0 &&
  findOrInstall(areThere, 'buildah', 'buildah', 'mmdebstrap', 'systemd-container');
