import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secrets, settings } from '../../server/config/config.ts';
import { causes } from '../../server/errors.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('docs/OPERATION.md names every setting that the server reads, and no other', () => {
  const [, section = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/OPERATION.md')) ?? [];
  const documented = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(new Set(documented)).toEqual(new Set([...settings, ...secrets.map((name) => `${name}_FILE`)]));
});

test('docs/OPERATION.md explains every cause of a failure that the log can name, and no other', () => {
  const [, section = ''] =
    /\n\| `cause` [\s\S]*?\n\|---[^\n]*\n([\s\S]*?)\n\n/.exec(read('docs/OPERATION.md')) ?? [];
  const documented = [...section.matchAll(/^\| `([a-z_]+)` /gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(Object.keys(causes)));
});

test('docs/runbook.md says what to do for every alert of deploy/alerts.yml, and names no other', () => {
  const [, section = ''] = /\n## Alerts\n([\s\S]*?)\n## /.exec(read('docs/runbook.md')) ?? [];
  const documented = section
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/[A-Z]\w+/g)].map(([name]) => name));
  const alerts = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(alerts));
});

test('deploy/doctor.sh uses the secrets of the unit of systemd', () => {
  const secretsIn = (file: string) =>
    [...read(file).matchAll(/([A-Z_]+_FILE)=\S*?([A-Z_]+)"?(?=\s)/g)].map(([, name, secret]) => [
      name,
      secret,
    ]);
  const ofUnit = secretsIn('deploy/major-degree-database@.service');
  expect(ofUnit).toHaveLength(secrets.length);
  expect(secretsIn('deploy/doctor.sh')).toEqual(ofUnit);
});

test.for([
  ['in double quotes', 'NODE_EXTRA_CA_CERTS="/our own.pem"\n', '', '/our own.pem'],
  ['in single quotes', "NODE_EXTRA_CA_CERTS='/our own.pem'", 'METRICS_PORT=9180\n', '/our own.pem'],
  ['of the instance only', 'TRUST_PROXY=true', 'NODE_EXTRA_CA_CERTS=/one.pem', '/one.pem'],
  ['of the instance before all', 'NODE_EXTRA_CA_CERTS=/all.pem', 'NODE_EXTRA_CA_CERTS=/one.pem', '/one.pem'],
  ['of nobody', 'TRUST_PROXY=true\n', '', 'not set'],
] as const)('deploy/doctor.sh starts Node with the authorities %s', ([, ofAll, ofInstance, expected]) => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['deploy', 'bin']) mkdirSync(join(folder, name));
  const script = join(folder, 'deploy/doctor.sh');
  writeFileSync(
    script,
    read('deploy/doctor.sh').replace('/etc/major-degree-database', join(folder, 'settings')),
  );
  const node = '#!/bin/sh\nprintf "%s " "${NODE_EXTRA_CA_CERTS-not set}" "$@"';
  writeFileSync(join(folder, 'bin/node'), node, { mode: 0o755 });
  writeFileSync(join(folder, 'settings.env'), ofAll);
  if (ofInstance) writeFileSync(join(folder, 'settings-8080.env'), ofInstance);
  const files = ofInstance ? ['settings.env', 'settings-8080.env'] : ['settings.env'];
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  expect(spawnSync('sh', [script, '8080'], { encoding: 'utf8', env: { PATH } })).toMatchObject({
    status: 0,
    stdout: `${expected} ${files.map((file) => `--env-file=${join(folder, file)} `).join('')}server/cli/doctor.ts `,
    stderr: '',
  });
});

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md').filter((file) => file !== 'docs/specification.md'),
];

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.for(documents)('the links in %s resolve', (file) => {
  for (const [, target = ''] of read(file).matchAll(/(?:\]\(|src(?:set)?=")([^):"]+)[)"]/g)) {
    const [path = '', anchor] = target.split('#');
    const linked = path === '' ? file : join(dirname(file), path);
    expect(existsSync(linked), `${file}: ${target}`).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(read(linked)), `${file}: ${target}`).toContain(anchor);
  }
});
