import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { browserCounts, stepsToRun } from '../../scripts/steps.mjs';

const steps = [
  { name: 'format' },
  { name: 'pages' },
  { name: 'postgresql' },
  { name: 'api', needs: ['pages', 'postgresql'] },
  { name: 'screens', needs: ['pages'] },
];
const names = (given: string[]) => stepsToRun(steps, given).map(({ name }) => name);

test('without a name all steps run', () => {
  expect(names([])).toEqual(steps.map(({ name }) => name));
});

test('a named step runs with what it needs, in their order, and nothing else', () => {
  expect(names(['format'])).toEqual(['format']);
  expect(names(['api'])).toEqual(['pages', 'postgresql', 'api']);
  expect(names(['screens', 'format'])).toEqual(['format', 'pages', 'screens']);
});

test('a name that is none is refused before anything runs, with those that there are', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', 'fromat'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^There is no step fromat\. There are: format, lint, .*api.*screens\.$/m);
});

test('a browser test that passes at its second try has failed', () => {
  expect(browserCounts({ expected: 7, unexpected: 1, flaky: 2 })).toEqual([7, 3]);
});
