import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runs } from './runs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a small Debian: Node, npm and a user node, like an official image, curl and systemd. */
    base: string;
  }
}

const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';

/** Creates the base system of the tests, once. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  const base = join(folder, 'base');
  const { VERSION_CODENAME: suite = '' } = Object.fromEntries(
    readFileSync('/etc/os-release', 'utf8')
      .split('\n')
      .map((line) => line.split('=')),
  );
  const packages = '--include=ca-certificates,curl,systemd';
  // It is deleted at the end, so it does not need to reach the disk.
  runs('mmdebstrap', '--variant=minbase', packages, '--dpkgopt=force-unsafe-io', suite, base);
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'));
  const npm = 'lib/node_modules/npm';
  const own = dirname(dirname(realpathSync(runs('which', 'npm'))));
  cpSync(own, join(base, 'usr/local', npm), { recursive: true });
  symlinkSync(`../${npm}/bin/npm-cli.js`, join(base, 'usr/local/bin/npm'));
  // This machine's registry and trusted certificates. Its packages are read from its cache (image.test.ts) if they are there.
  mkdirSync(join(base, 'usr/local/etc'), { recursive: true });
  const registry = runs('npm', 'config', 'get', 'registry');
  writeFileSync(
    join(base, 'usr/local/etc/npmrc'),
    `registry=${registry}\ncafile=/${CERTIFICATES}\nprefer-offline=true\n`,
  );
  copyFileSync(join('/', CERTIFICATES), join(base, CERTIFICATES));
  runs('chroot', base, 'useradd', '--create-home', 'node');
  project.provide('base', base);
  return () => rmSync(folder, { recursive: true, force: true });
}
