import type { Page, Route } from '@playwright/test';
import type { View } from '../../contract/views.ts';
import { createItem, randomLetters, relate, send } from './data.ts';
import { expect, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('admin') });

// A click that begins where a button is must end there: nothing that a screen shows may move when more of it arrives.

const PAGES = 3;

/** Which of the responses that wait arrives next. */
const orders = {
  'the latest first': (waiting: Route[]) => waiting.pop(),
  'the lists last': (waiting: Route[]) => {
    const isList = (route: Route) => /\/(majors|schools|departments|degrees)$/.test(route.request().url());
    const at = waiting.findIndex((route) => !isList(route));
    return waiting.splice(Math.max(at, 0), 1)[0];
  },
};

declare global {
  interface Window {
    places: Map<Element, string>;
  }
}

/** The controls that have moved since the last call, except in the footer, below everything that loads. */
const movedControls = (page: Page) =>
  page.evaluate(async () => {
    // What has arrived is drawn, and has sent its own requests.
    for (let frames = 0; frames < 4; frames += 1) await new Promise((frame) => requestAnimationFrame(frame));
    const controls = [...document.querySelectorAll('a, button, input, textarea')].filter(
      (one) => !one.closest('footer') && one.checkVisibility({ checkVisibilityCSS: true }),
    );
    const before = window.places;
    const { scrollX, scrollY } = window;
    window.places = new Map(
      controls.map((one) => {
        const { left, top } = one.getBoundingClientRect();
        return [one, `${Math.round(left + scrollX)}, ${Math.round(top + scrollY)}`];
      }),
    );
    return controls
      .filter((one) => before?.has(one) && before.get(one) !== window.places.get(one))
      .map((one) => {
        const name = one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent;
        return `${one.tagName} '${name?.slice(0, 30)}': ${before.get(one)} to ${window.places.get(one)}`;
      });
  });

/** Opens a page, lets its responses arrive one by one, and returns what each of them moved. */
async function movedBy(page: Page, path: string, next: (waiting: Route[]) => Route | undefined) {
  const moves: string[] = [];
  const waiting: Route[] = [];
  await page.route('**/api/**', (route) => {
    if (route.request().url().endsWith('/auth/me')) return route.continue();
    waiting.push(route);
    return undefined;
  });
  await page.goto(`./${path}`);
  await expect(page.getByRole('banner')).toBeVisible();
  await movedControls(page);
  for (let quiet = 0; quiet < 2; ) {
    const route = next(waiting);
    quiet = route ? 0 : quiet + 1;
    if (!route) {
      await movedControls(page);
      continue;
    }
    const arrived = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.continue();
    await arrived;
    const moved = await movedControls(page);
    if (moved.length > 0)
      moves.push(`After ${new URL(route.request().url()).pathname}: ${moved.slice(0, 4).join('; ')}`);
  }
  await page.unroute('**/api/**');
  return moves;
}

/** A major with a CIP code and a relationship, its school, and a view of each screen that has views. */
async function createItems(page: Page) {
  const major = await createItem(page, 'major', { cipCode: '52.0201' });
  const school = await createItem(page, 'school', { title: 'School of Arts and Sciences' });
  await relate(page, ['major', major], ['school', school], { startTerm: '199192' });
  const views = [];
  for (const [screen, query] of [
    ['report', 'schoolCode=00'],
    ['major', 'q=art'],
    ['differences', 'from=201992&to=202592'],
    ['changes', 'kind=major'],
  ] as const) {
    const sent = { screen, name: `Steady ${randomLetters(12)}`, query, isShared: false };
    views.push((await (await send(page, 'POST', 'views', sent)).json()) as View);
  }
  return { major: major.majorKey, school: school.schoolCode, views };
}

/** Each screen, for the items that were just created. */
const pathsOf = ({ major, school, views }: Awaited<ReturnType<typeof createItems>>) => [
  ...views.flatMap(({ screen, query, id }) => [id, 'gone'].map((view) => `${screen}?${query}&view=${view}`)),
  'report?schoolCode=00',
  'school',
  'department?asOf=201992',
  'degree?asOf=now',
  'major',
  'major?asOf=999999&codes=201,9ZZ',
  'major-degree?asOf=201992',
  'major-degree/create',
  `major/${major}`,
  `school/${school}?asOf=200092`,
  'school/85?asOf=201992',
  `relationship?from=major&fromKey=${major}&to=school`,
  `relationship?from=major&fromKey=${major}&to=school&toKey=${school}`,
  'programs?asOf=202592&since=201992',
  'differences?from=201992&to=202592',
  'differences?between=days&from=1999-01-01&to=1999-12-31',
  'quality',
  'quality/active-but-ended',
  'changes',
  'lookups',
  'systems',
  'import',
  'about',
  `proposal/end/major/${major}`,
  `proposal/copy/major/${major}`,
  'proposal/copy/major/1',
  `proposal/relate/major/${major}?to=department`,
  'proposal/change/degree?found=bachelor',
  'proposal/set-inactive/department',
  'proposal/fix/active-but-ended',
  'proposal/add-year',
];

for (const [place, order, size] of [
  ['a wide window', 'the latest first', { width: 1440, height: 900 }],
  ['a wide window', 'the lists last', { width: 1440, height: 900 }],
  ['a phone', 'the lists last', { width: 390, height: 844 }],
] as const)
  test(`No control moves in ${place} when responses arrive ${order}.`, async ({ page }) => {
    test.slow();
    const items = await createItems(page);
    const paths = pathsOf(items);
    // Several pages at once, because each of them mostly waits for frames.
    const others = await Promise.all(Array.from({ length: PAGES - 1 }, () => page.context().newPage()));
    await Promise.all(
      [page, ...others].map(async (one) => {
        await one.setViewportSize(size);
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          const moves = await movedBy(one, path, orders[order]);
          expect.soft(moves, path).toEqual([]);
        }
      }),
    );
    for (const { id } of items.views) await send(page, 'DELETE', `views/${id}`);
  });
