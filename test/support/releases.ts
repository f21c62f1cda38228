import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/toolchain.mjs';
import { schema } from '../../server/db/migrate.ts';

const [major, minor] = manifest.version.split('.').map(Number) as [number, number];
const NEWER = `${major}.${minor + 1}.0`;

// What a clone does not contain.
const LEFT_OUT = ['.git', 'node_modules', 'tools/node_modules', 'dist', 'data', 'test-results'];

/**
 * A folder such as /opt/major-degree-database in docs/upgrading.md, with two releases built by deploy/release.sh: this program,
 * and a newer version with other pages and one more migration.
 */
export class Releases {
  readonly home = mkdtempSync(join(tmpdir(), 'releases-'));
  readonly older: string;
  readonly newer: string;
  /** The schema step of the newer version. */
  readonly newerStep = schema.step + 1;

  constructor() {
    const source = join(this.home, 'source');
    cpSync(root, source, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(root, file)) });
    git(source, 'init', '--quiet');
    this.older = this.#add(manifest.version, 'This version');
    replace(join(source, 'package.json'), `"version": "${manifest.version}"`, `"version": "${NEWER}"`);
    replace(join(source, 'server/db/migrate.ts'), `step: ${schema.step},`, `step: ${this.newerStep},`);
    writeFileSync(
      join(source, 'server/db/migrations/9001_newer.sql'),
      'alter table major add column newer text;\n',
    );
    appendFileSync(join(source, 'web/main.tsx'), `document.documentElement.dataset.version = '${NEWER}';\n`);
    this.newer = this.#add(NEWER, 'A newer version');
  }

  /** The folder of a release. */
  folderOf(release: string): string {
    return join(this.home, 'releases', release);
  }

  /** The settings of an instance. */
  get settings(): { ASSETS_DIR: string } {
    return { ASSETS_DIR: join(this.home, 'assets') };
  }

  delete(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Commits the source, and adds it as a release. Returns its name. */
  #add(version: string, message: string): string {
    const source = join(this.home, 'source');
    git(source, 'add', '--all');
    git(
      source,
      '-c',
      'user.name=Robin',
      '-c',
      'user.email=robin@example.edu',
      'commit',
      '--quiet',
      `--message=${message}`,
    );
    const printed = execFileSync(join(source, 'deploy/release.sh'), ['add'], {
      encoding: 'utf8',
      // What is in npm's cache is not requested again.
      env: {
        ...process.env,
        npm_config_prefer_offline: 'true',
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const release = `${version}-${git(source, 'rev-parse', '--short', 'HEAD')}`;
    if (!printed.endsWith(`Added the release ${release}.\n`) || !existsSync(this.folderOf(release)))
      throw new Error(`deploy/release.sh add printed: ${printed}`);
    return release;
  }
}

const git = (folder: string, ...given: string[]) =>
  execFileSync('git', given, { cwd: folder, encoding: 'utf8' }).trim();

function replace(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(file, text.replace(from, to));
}
