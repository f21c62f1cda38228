import type { APIResponse, Page } from '@playwright/test';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../contract/kinds.ts';
import { type End, relationshipPathOf, relationshipsOf } from '../../contract/relationships.ts';
import { expect, test } from './support.ts';

// Creates test data through the API, different from everything else in the run and in the sample.

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
export const randomLetters = (length: number) =>
  Array.from({ length }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');

const codes = {
  school: { field: 'schoolCode', length: 2 },
  major: { field: 'majorCode', length: 3 },
} as const;

/** The third character of a major's code, so that no title contains the code. */
const DIGITS = [...'0123456789'];

/** The codes that are left to this worker. The list of all items is read only once: after a change it takes the server long. */
const left = new Map<keyof typeof codes, Promise<string[]>>();

async function freeCodes(page: Page, kind: keyof typeof codes): Promise<string[]> {
  const { field, length } = codes[kind];
  const items = await read<Record<string, unknown>>(page, itemKinds[kind].collection);
  const taken = new Set(items.map((item) => item[field]));
  const { config, parallelIndex } = test.info();
  const own = LETTERS.filter((_, at) => at % config.workers === parallelIndex);
  const rest = LETTERS.flatMap((second) => (length === 2 ? [second] : DIGITS.map((third) => second + third)));
  return own.flatMap((first) => rest.map((end) => first + end)).filter((code) => !taken.has(code));
}

/**
 * A code that no major has, or that no school ever had, since the history would show the earlier school too. Each worker
 * uses its own first letters and gets each code once, so that no other worker takes it.
 */
export async function unusedCode(page: Page, kind: keyof typeof codes): Promise<string> {
  const reading = left.get(kind) ?? freeCodes(page, kind);
  left.set(kind, reading);
  const free = await reading;
  for (;;) {
    const [code = ''] = free.splice(Math.floor(Math.random() * free.length), 1);
    if (code === '') throw new Error(`No code of a ${kind} is left`);
    if (kind === 'major') return code;
    const history = await page.request.get(`./api/schools/${code}/history`);
    if (history.status() === 404) return code;
  }
}

const forms: { [K in ItemKind]: (page: Page) => Promise<object> } = {
  school: async (page) => ({
    schoolCode: await unusedCode(page, 'school'),
    title: `School ${randomLetters(8)}`,
  }),
  department: async () => ({ title7: randomLetters(7), title: `Department ${randomLetters(8)}` }),
  degree: async () => ({ degreeListAwarded: ['BA'], degreeTitleRc: `Degree ${randomLetters(8)}` }),
  major: async (page) => ({
    majorSegment: 'U',
    majorCode: await unusedCode(page, 'major'),
    title20: `Major ${randomLetters(8)}`,
  }),
};

/** Creates an item. A test names only the values it is about. */
export async function createItem<K extends ItemKind>(
  page: Page,
  kind: K,
  values: Record<string, unknown> = {},
): Promise<Items[K]> {
  const path = `${itemKinds[kind].collection}?overrideWarnings=true`;
  const response = await send(page, 'POST', path, { ...(await forms[kind](page)), ...values });
  return [await response.json()].flat()[0] as Items[K];
}

export const keyOf = <K extends ItemKind>(kind: K, item: Items[K]) =>
  (item as unknown as Record<string, ItemKey>)[itemKinds[kind].key] ?? '';

/** A text that is unique to the item, for filtering. */
export const textOf = (item: Items[ItemKind]): string =>
  'title20' in item ? item.title20 : 'degreeTitleRc' in item ? item.degreeTitleRc : item.title;

/** The API path of an item, relative to `api/`. */
export const pathOf = <K extends ItemKind>(kind: K, item: Items[K]) =>
  `${itemKinds[kind].collection}/${keyOf(kind, item)}`;

/** Relates two items by the relationship named after their kinds, or saves over an existing one. */
export async function relate<A extends ItemKind, B extends ItemKind>(
  page: Page,
  [one, first]: [A, Items[A]],
  [other, second]: [B, Items[B]],
  values: Record<string, unknown> = {},
): Promise<void> {
  const link = relationshipsOf(one).find(({ name }) => name === other);
  if (!link) throw new Error(`A ${one} cannot be related to a ${other}`);
  const key = (end: End) => String(end === link.near ? keyOf(one, first) : keyOf(other, second));
  const path = relationshipPathOf(link.relationship, { from: key('from'), to: key('to') }).slice(1);
  await send(page, 'POST', `${path}?overrideWarnings=true`, { startTerm: '202592', ...values });
}

/** Sends a changing API request as the signed-in user. */
export async function send(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const response = await page.request.fetch(`./api/${path}`, {
    method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'X-XSRF-TOKEN': decodeURIComponent(token),
      ...headers,
    },
    ...(data ? { data } : {}),
  });
  expect(response.ok(), await response.text()).toBe(true);
  return response;
}

/** Fetches a list from the API. */
export const read = async <Row>(page: Page, path: string): Promise<Row[]> =>
  await (await page.request.get(`./api/${path}`)).json();
