import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { browserCounts, performInOrder, stepsToRun } from '../../scripts/steps.mjs';
import { ownEnvironment } from '../support/ownEnvironment.ts';

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
    /^There is no step fromat\. There are: words, format, lint, .*components.*firefox, .*unit, api, screens\.$/m,
  );
});

test('a run whose terminal is closed ends, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  const run = spawn(process.execPath, ['scripts/test.mjs', 'types-server'], {
    env: { ...ownEnvironment(), TMPDIR: folder },
    stdio: 'ignore',
  });
  await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/^reports-/)]);
  run.kill('SIGHUP');
  expect(await once(run, 'exit')).toEqual([1, null]);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Runs steps with these durations in ms, and returns their starts and ends in order: 'api starts', 'api ends'. */
async function performed(
  given: { name: string; ms: number; needs?: string[]; isBeside?: boolean; isHeavy?: boolean }[],
) {
  const events: string[] = [];
  await performInOrder(given, async ({ name, ms }) => {
    events.push(`${name} starts`);
    await pause(ms);
    events.push(`${name} ends`);
  });
  return events;
}

test('heavy steps never run at the same time, but other steps run beside them', async () => {
  const events = await performed([
    { name: 'parts', ms: 40, isBeside: true, isHeavy: true },
    { name: 'office', ms: 40, isBeside: true, isHeavy: true },
    { name: 'chaos', ms: 40, isBeside: true },
    { name: 'api', ms: 20 },
    { name: 'screens', ms: 100, isHeavy: true },
  ]);
  const heavy = ['parts', 'office', 'screens'];
  const ofHeavy = events.filter((event) => heavy.includes(event.split(' ')[0] ?? ''));
  for (const [at, event] of ofHeavy.entries())
    if (at % 2 === 1) expect(event).toBe(ofHeavy[at - 1]?.replace('starts', 'ends'));
  expect(ofHeavy).toHaveLength(2 * heavy.length);
  expect(events.indexOf('api starts')).toBeLessThan(events.indexOf('parts ends'));
});

test('heavy steps run in their order, and the light ones beside the last of them', async () => {
  const events = await performed([
    { name: 'parts', ms: 60, isBeside: true, isHeavy: true },
    { name: 'office', ms: 20, isBeside: true, isHeavy: true },
    { name: 'chaos', ms: 20, isBeside: true },
    { name: 'api', ms: 20 },
    { name: 'screens', ms: 60, isHeavy: true },
  ]);
  const at = (event: string) => events.indexOf(event);
  expect(at('office ends')).toBeLessThan(at('screens starts'));
  expect(at('chaos ends')).toBeLessThan(at('screens ends'));
});

test('a step starts when the steps that it needs have ended', async () => {
  const events = await performed([
    { name: 'browser', ms: 40, isBeside: true },
    { name: 'pages', ms: 10 },
    { name: 'screens', ms: 10, needs: ['browser', 'pages'] },
  ]);
  expect(events.slice(-3)).toEqual(['browser ends', 'screens starts', 'screens ends']);
});

test('a browser test that passes only on retry counts as failed', () => {
  expect(browserCounts({ expected: 7, unexpected: 1, flaky: 2 })).toEqual([7, 3]);
});
