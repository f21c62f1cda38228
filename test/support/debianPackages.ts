import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { installPackages } from '../../scripts/postgresql.mjs';

// Debian's packages ask it before they start a service; 101 means no.
const POLICY = '/usr/sbin/policy-rc.d';

/** Installs Debian packages whose services must not run, now or after a reboot. Returns whether it succeeded. */
export function installWithoutStarting(packages: readonly string[], services: readonly string[]): boolean {
  if (process.getuid?.() !== 0) return false;
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    if (!installPackages(...packages)) return false;
    if (existsSync('/usr/bin/systemctl')) spawnSync('systemctl', ['--quiet', 'disable', ...services]);
    return true;
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}
