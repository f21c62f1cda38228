import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_NAMES, MOST_OF_ROW, MOST_ROWS } from '../../../contract/proposals.ts';
import { OVERSIZED } from '../../catalog/proposal/readProposedRow.ts';
import { limits } from '../../runtime/limits.ts';
import { readProposal } from './proposalBody.ts';

const MAX_BYTES = 8_000_000;

/** Reads a body, and collects the texts that were parsed for it. */
async function reading(body: string) {
  const parsed: string[] = [];
  const parse = (bytes: Uint8Array): unknown => {
    const text = Buffer.from(bytes).toString();
    parsed.push(text);
    return JSON.parse(text);
  };
  const read = await readProposal(Buffer.from(body), parse);
  return { read, parsed, rows: (read as { rows: unknown[] }).rows };
}

const names = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`;
const rowOf = (values: string) => `{"kind":"school","ref":{},"values":${values}}`;
const bodyOf = (rows: readonly string[]) => `{"rows":[${rows.join(',')}]}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('A proposal that is read in parts', () => {
  test('is the same as if it were parsed at once, whatever its formatting', async () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '\\', '[{,:}]', '\u{1f393}'),
      fc.double(),
      fc.constant(null),
    );
    const row = fc.oneof(
      value,
      fc.array(value, { maxLength: 3 }),
      fc.dictionary(fc.string(), value, { maxKeys: 5 }),
    );
    const body = fc.record({
      rows: fc.oneof(fc.array(row, { maxLength: 5 }), value),
      title: fc.oneof(value, fc.dictionary(fc.string(), value, { maxKeys: 2 })),
    });
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('', ' ', '\n\t'), async (proposal, space) => {
        const json = JSON.stringify(proposal, null, space);
        expect((await reading(json)).read).toEqual(JSON.parse(json));
      }),
    );
  });

  test('has the last of several rows lists, as in any JSON', async () => {
    expect((await reading('{"rows":[1],"rows":[2,3]}')).rows).toEqual([2, 3]);
    expect((await reading('{"r\\u006fws":[{"a":[]}]}')).rows).toEqual([{ a: [] }]);
  });

  test.for([
    '{"rows":[1,]}',
    '{"rows":[,1]}',
    '{"rows":[1}',
    '{"rows":[1}]',
    '{"rows":[{]}',
    '{"rows":[1]',
    '{"rows":["1]}',
    '{"rows":[1]}}',
    '{"rows":[}{]}',
    '{"rows":[\u00011]}',
    '{"rows":[\u0001]}',
    ' ',
  ])('is rejected if it is not JSON: %s', async (body) => {
    await expect(reading(body)).rejects.toThrow();
  });

  test('may have rows of exactly the maximum size, and larger rows are not parsed', async () => {
    const { bytes, names: mostNames, depth } = MOST_OF_ROW;
    const long = (more: number) => rowOf(`"${'x'.repeat(bytes - rowOf('""').length + more)}"`);
    const deep = (levels: number) => rowOf(nested(levels));
    const wide = (count: number) => rowOf(names(count));
    const { rows, parsed } = await reading(
      bodyOf([long(0), long(1), deep(depth - 1), deep(depth), wide(mostNames - 3), wide(mostNames - 2)]),
    );
    expect(rows.map((row) => row === OVERSIZED)).toEqual([false, true, false, true, false, true]);
    expect(parsed).toHaveLength(1 + 3);
  });

  test('is limited in bytes, not characters: a row of two-byte characters may have half as many', async () => {
    const row = (count: number) => `"${'é'.repeat(count)}"`;
    const most = MOST_OF_ROW.bytes / 2 - 1;
    const { rows } = await reading(`{"rows":[ ${row(most)} ,\n${row(most + 1)}]}`);
    expect(rows.map((parsedRow) => parsedRow === OVERSIZED)).toEqual([false, true]);
  });

  test('may have as many bytes besides its rows as any other body', async () => {
    const beside = (count: number) => `{"title":"${'x'.repeat(count)}","rows":[${rowOf('{}')}]}`;
    const most = limits.body - beside(0).length + rowOf('{}').length;
    expect((await reading(beside(most))).rows).toHaveLength(1);
    await expect(reading(beside(most + 1))).rejects.toMatchObject({ status: 413 });
  });

  test.for([
    ['one row with a million names', bodyOf([rowOf(names(900_000))]), 1],
    ['a million names besides its rows', names(900_000), 0],
    ['brackets within brackets', bodyOf([rowOf(nested(MAX_BYTES / 2 - 50))]), 1],
    ['brackets within brackets and no rows', nested(MAX_BYTES / 2), 1],
    ['millions of rows', bodyOf(Array.from({ length: MAX_BYTES / 2 - 50 }, () => '1')), 0],
    [
      'millions of empty lists in a list',
      `{"x":${bodyOf(Array.from({ length: 2_000_000 }, () => '[]'))}}`,
      0,
    ],
    ['one row that is one text', bodyOf([`"${'\\"'.repeat(MAX_BYTES / 2 - 50)}"`]), 1],
  ] as const)('of %s is not parsed', async ([, body, read]) => {
    const all: number[] = [];
    const parse = (bytes: Uint8Array): unknown => {
      all.push(bytes.length);
      return JSON.parse(Buffer.from(bytes).toString());
    };
    await readProposal(Buffer.from(body), parse).catch((error: unknown) =>
      expect(error).toHaveProperty('status'),
    );
    // Only the JSON besides the rows, if there is any.
    expect(all).toHaveLength(read);
    for (const size of all) expect(size).toBeLessThanOrEqual(limits.body);
  });

  test('of valid rows is parsed one row at a time', async () => {
    const row = rowOf(names(MOST_OF_ROW.names - 3));
    const count = Math.floor((MAX_BYTES - 50) / (row.length + 1));
    const { rows, parsed } = await reading(bodyOf(Array.from({ length: count }, () => row)));
    expect(rows).toHaveLength(count);
    expect(Math.max(...parsed.map(({ length }) => length))).toBe(row.length);
  });

  test('may have the maximum number of different names in its rows; rows with further ones are not parsed', async () => {
    const row = (from: number, count: number) =>
      rowOf(`{${Array.from({ length: count }, (_, at) => `"x${from + at}":0`).join(',')}}`);
    const most = MOST_OF_ROW.names - 3;
    // `kind`, `ref` and `values` are names as well.
    const left = MOST_NAMES - 3;
    const full = Array.from({ length: Math.ceil(left / most) }, (_, at) =>
      row(at * most, Math.min(most, left - at * most)),
    );
    const { rows, parsed } = await reading(
      bodyOf([...full, row(left, 1), row(left - 2, 2), row(left - 2, 3)]),
    );
    expect(rows.map((read) => read === OVERSIZED)).toEqual([...full.map(() => false), true, false, true]);
    expect(parsed).toHaveLength(1 + full.length + 1);
  });

  test('may have the maximum number of rows, and no more', async () => {
    const rows = (count: number) => bodyOf(Array.from({ length: count }, () => '1'));
    expect((await reading(rows(MOST_ROWS))).rows).toHaveLength(MOST_ROWS);
    await expect(reading(rows(MOST_ROWS + 1))).rejects.toMatchObject({ status: 422 });
  });
});
