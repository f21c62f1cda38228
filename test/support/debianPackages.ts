import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from '../../scripts/postgresql.mjs';

/** Installs Debian packages whose services must not run, now or after a reboot. Returns whether it succeeded. */
export function installWithoutServices(packages: readonly string[], services: readonly string[]): boolean {
  if (!installPackages(...packages)) return false;
  if (existsSync('/usr/bin/systemctl')) spawnSync('systemctl', ['--quiet', 'disable', ...services]);
  return true;
}
