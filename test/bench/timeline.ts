import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Department } from '../../contract/department.ts';
import type { Major } from '../../contract/major.ts';
import type { TestUser } from '../support/testUser.ts';
import type { Case } from './case.ts';
import { baseOf, launch, median, pageOf } from './screens.ts';

const RELATIONSHIPS = 200;
const GOAL = 50;
const ROUNDS = 15;

/**
 * The timeline of a department with many relationships, from the click to its last paint, compared with an empty timeline.
 */
export const timeline: Case = {
  name: 'timeline',
  engines: ['embedded'],
  isLong: true,
  async run(setup) {
    const [many, none] = [
      await departmentWith(setup.registrar, RELATIONSHIPS),
      await departmentWith(setup.registrar, 0),
    ];
    const browser = await launch();
    try {
      const pages = await Promise.all([many, none].map(() => pageOf(browser, setup)));
      const [full, empty] = pages as [Page, Page];
      await full.goto(`${baseOf(setup)}department/${many}`);
      await empty.goto(`${baseOf(setup)}department/${none}`);
      const found: { full: number[]; empty: number[] } = { full: [], empty: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        found.full.push(await draw(full));
        found.empty.push(await draw(empty));
      }
      return [
        {
          measured: `the timeline of ${RELATIONSHIPS} relationships`,
          unit: 'ms',
          value: median(found.full) - median(found.empty),
          limit: GOAL,
          of: 'its goal, more than an empty one',
          atMost: 1,
        },
        { measured: 'an empty timeline', unit: 'ms', value: median(found.empty) },
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Collapses and expands the timeline. Returns the time to expand it, in ms. */
async function draw(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Hide Timeline' }).click();
  const view = page.getByRole('button', { name: 'View Timeline' });
  await view.waitFor();
  return page.evaluate(() =>
    window.painted('main', () =>
      document.querySelector<HTMLElement>('button[aria-label="View Timeline"]')?.click(),
    ),
  );
}

/** Creates a department with relationships to this many majors. Returns its key. */
async function departmentWith(registrar: TestUser, count: number): Promise<number> {
  const title = `Bench ${count}`;
  const made = (
    await registrar.post('/departments?overrideWarnings=true', {
      title7: `B${count}`,
      title,
      startTerm: '199192',
    })
  ).json() as Department;
  const majors = (await registrar.get('/majors')).json() as Major[];
  const rows = majors.slice(0, count).map(({ majorKey }) => ({
    kind: 'majorDepartment',
    ref: { major: { majorKey }, department: { deptKey: made.deptKey } },
    values: { startTerm: '200092', endTerm: null, active: true },
    version: null,
  }));
  if (count > 0) {
    const body = { id: randomUUID(), origin: 'bulk', rows };
    const { status, text } = await registrar.post('/proposals/apply?overrideWarnings=true', body);
    if (status >= 300) throw new Error(`The relationships were not saved: ${text}`);
  }
  return made.deptKey;
}
