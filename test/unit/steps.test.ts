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

test('all steps run if none is named', () => {
  expect(names([])).toEqual(steps.map(({ name }) => name));
});

test('a named step runs only with the steps it needs, in order', () => {
  expect(names(['format'])).toEqual(['format']);
  expect(names(['api'])).toEqual(['pages', 'postgresql', 'api']);
  expect(names(['screens', 'format'])).toEqual(['format', 'pages', 'screens']);
});

test('an unknown name is rejected before anything runs, with a list of the known names', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', 'fromat'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^There is no step fromat\. There are: format, lint, .*parts.*firefox, .*api, screens\.$/m,
  );
});

test('a browser test that passes only on retry counts as failed', () => {
  expect(browserCounts({ expected: 7, unexpected: 1, flaky: 2 })).toEqual([7, 3]);
});
