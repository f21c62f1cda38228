import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ImportMapping } from '../../../contract/importMappings.ts';
import { titleOfFile } from '../../../contract/text.ts';
import { othersOf } from '../../../intake/others.ts';
import { lines, read } from '../../../test/support/intake.ts';
import { importMappingsQuery, queryClient } from '../../lib/queries.ts';
import { readRows, withUnreadableRows } from '../proposal.ts';
import { proposalOf } from './importProposal.ts';
import { questionsOf } from './importQuestions.ts';
import { mappingFor, remember, rememberedFor, rememberMapping } from './rememberedColumns.ts';

const majors = lines(`
  Major Code | Segment       | Title 20 | Start Term
  0A1        | Undergraduate | New      | Fall 2025
  0A2        | U             | Wrong    | F99
  007        | u             | Changed  |
`);

test('a proposal has all rows of a file; unreadable rows have an error at their field, and are not sent', () => {
  const proposal = proposalOf(read('major', majors), 'majors.csv', () => {});
  expect(proposal.rows).toHaveLength(3);
  expect(proposal.source?.numbers).toEqual([2, 3, 4]);
  expect([...(proposal.source?.unreadable ?? [])]).toMatchObject([
    [1, [{ code: 'UNREAD', field: 'startTermYyyyst' }]],
  ]);
  // Its cells are shown, including the one that could not be read.
  expect(proposal.rows[1]).toMatchObject({ values: { majorCode: '0A2', startTermYyyyst: 'F99' } });
  expect(readRows(proposal)).toEqual([proposal.rows[0], proposal.rows[2]]);
  expect(proposal.rows[2]).toMatchObject({ ref: { majorKey: 1 }, values: { title20: 'Changed' } });
});

test('an unreadable end of a relationship has an error at that end', () => {
  const table = lines('Major Code | School Code | Start Term\n007 | ZZ | F25');
  const proposal = proposalOf(read('schoolMajor', table), 'relationships.csv', () => {});
  expect(proposal.source?.unreadable.get(0)).toMatchObject([{ field: 'ref.school' }]);
});

test('rows with errors are downloaded as they are in the file, with the errors of file and server', () => {
  const downloads: { header: string[]; rows: string[][] }[] = [];
  const proposal = proposalOf(read('major', majors), 'majors.csv', (table) => downloads.push(table));
  proposal.source?.download(
    new Map([
      [1, ['No such term.']],
      [2, ['Too long.']],
    ]),
  );
  expect(downloads[0]?.header).toEqual(['Major Code', 'Segment', 'Title 20', 'Start Term', 'Reason']);
  expect(downloads[0]?.rows.map((cells) => cells.slice(0, 4))).toEqual([
    ['0A2', 'U', 'Wrong', 'F99'],
    ['007', 'u', 'Changed', ''],
  ]);
  expect(downloads[0]?.rows[1]?.[4]).toBe('Too long.');
});

test('row numbers in server messages are those of the file', () => {
  const proposal = proposalOf(read('major', majors), 'majors.csv', () => {});
  const shown = { key: null, label: null, version: null, fields: [], errors: [] };
  const preview = withUnreadableRows(proposal, {
    rows: [
      { ...shown, index: 0, outcome: 'create', warnings: [] },
      { ...shown, index: 1, outcome: 'create', warnings: ['Like that of row 2'] },
    ],
    counts: { create: 2, update: 0, delete: 0, same: 0, refused: 0, warned: 1 },
  });
  expect(preview.rows[2]?.warnings).toEqual(['Like that of row 4']);
  expect(preview.counts.refused).toBe(1);
});

test('texts that are read as something else are listed once, with their number of rows', () => {
  const table = lines(`
    Award | Title | Start Term
    B.S.  | One   | Fall 2025
    B.S.  | Two   | Fall 2025
    BA    | Three | F25
  `);
  const others = othersOf(read('degree', table));
  expect(others).toContainEqual({ header: 'Award', from: 'B.S.', as: 'BS', count: 2 });
  expect(others).toContainEqual({ header: 'Start Term', from: 'Fall 2025', as: 'F25', count: 2 });
  expect(others).toHaveLength(2);
});

test('a question is asked only once for all its rows', () => {
  const table = lines('Award | Title | Start Term\nBS | One | Summer 2025\nBS | Two | Summer 2025');
  const intake = read('degree', table);
  const [question, ...others] = questionsOf(intake);
  expect(others).toEqual([]);
  expect(question).toMatchObject({ rows: 2 });
  const [candidate] = question?.candidates ?? [];
  const choices = { [question?.id ?? '']: candidate?.value ?? '' };
  expect(questionsOf(read('degree', table, { choices }))).toEqual([]);
});

test('the title of the change is the file name, shortened and cleaned if necessary', () => {
  expect(titleOfFile('majors.csv')).toBe('majors.csv');
  expect(titleOfFile('a\u202Eb\n.csv')).toBe('ab.csv');
  expect([...titleOfFile(`${'🎓'.repeat(300)}.csv`)]).toHaveLength(200);
  expect(titleOfFile('\u0000')).toBe('File');
});

test('column mappings are remembered by kind; invalid stored data is ignored', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  remember('major', { Dean: 'comments', Note: '' });
  expect(rememberedFor('major')).toEqual({ Dean: 'comments', Note: '' });
  expect(rememberedFor('degree')).toEqual({});
  for (const wrong of ['{', '[]', '{"a":1}', 'null', '"x"']) {
    stored.set('import-columns-major', wrong);
    expect(rememberedFor('major')).toEqual({});
  }
  vi.stubGlobal('localStorage', undefined);
  remember('major', {});
  expect(rememberedFor('major')).toEqual({});
});

const stamp = { lastModified: '2026-11-27T00:00:00.000Z', lastModifiedBy: 'registrar' };
const mapping = (headers: string[], columns: Record<string, string>, kind = 'major'): ImportMapping => ({
  headers,
  kind,
  columns,
  ...stamp,
});

describe('The saved column mapping of a file', () => {
  const saved = [
    mapping(['Code', 'Dean'], { Code: 'majorCode', Dean: '' }),
    mapping(['Código', 'constructor', 'Note'], { Código: 'majorCode', Note: 'comments' }),
  ];

  test('is that of the same headers, whatever their order, case, accents and punctuation', () => {
    const headers = ['NOTE:', 'constructor', 'codigo'];
    expect(mappingFor(saved, headers)).toEqual(
      mapping(headers, { 'NOTE:': 'comments', codigo: 'majorCode' }),
    );
    expect(mappingFor(saved, ['Dean', 'Code'])).toMatchObject({ columns: { Dean: '', Code: 'majorCode' } });
  });

  test('is not that of fewer or more headers', () => {
    for (const headers of [['Code'], ['Code', 'Dean', 'Note'], [], ['CodeDean']])
      expect(mappingFor(saved, headers)).toBeUndefined();
  });

  test('has no column and no kind that this program does not know', () => {
    const of = [
      mapping(['A'], {}, 'campus'),
      mapping(['A', 'B'], { A: 'majorCode', B: 'removedField' }),
      mapping(['C'], { C: 'school.schoolCode' }, 'schoolMajor'),
    ];
    expect(mappingFor(of, ['A'])).toBeUndefined();
    expect(mappingFor(of, ['A', 'B'])).toMatchObject({ columns: { A: 'majorCode' } });
    expect(mappingFor(of, ['A', 'B'])?.columns).not.toHaveProperty('B');
    expect(mappingFor(of, ['C'])).toMatchObject({ columns: { C: 'school.schoolCode' } });
  });
});

describe('A column mapping', () => {
  /** Responds to the next requests with these bodies, or with errors. Returns the bodies of the requests. */
  function responses(...bodies: (object | Error)[]): unknown[] {
    const requests: unknown[] = [];
    const send = async (url: string, { method, body }: { method: string; body: string }) => {
      requests.push([method, url, JSON.parse(body)]);
      const response = bodies.shift();
      if (response instanceof Error) throw response;
      return Response.json(response, { status: 'errors' in (response ?? {}) ? 422 : 200 });
    };
    vi.stubGlobal('fetch', send);
    vi.stubGlobal('document', { ...document, cookie: 'XSRF-TOKEN=token' });
    return requests;
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });
  const { queryKey } = importMappingsQuery;
  const old = mapping(['code'], { code: '' });
  const other = mapping(['Other'], {});
  const sent = { headers: ['Code'], kind: 'major', columns: { Code: 'majorCode' } };

  test('is saved in the background, and replaces the earlier one in the list', async () => {
    queryClient.setQueryData(queryKey, [other, old]);
    const requests = responses({ ...sent, ...stamp });
    await rememberMapping(sent);
    expect(requests).toEqual([['PUT', '/mdsd/api/import-mappings', sent]]);
    expect(queryClient.getQueryData(queryKey)).toEqual([{ ...sent, ...stamp }, other]);
  });

  test('is saved after the one before it', async () => {
    queryClient.setQueryData(queryKey, [other]);
    const next = { ...sent, columns: { Code: '' } };
    const requests = responses({ ...sent, ...stamp }, { ...next, ...stamp });
    await Promise.all([rememberMapping(sent), rememberMapping(next)]);
    expect(requests).toMatchObject([
      ['PUT', expect.anything(), sent],
      ['PUT', expect.anything(), next],
    ]);
    expect(queryClient.getQueryData(queryKey)).toEqual([{ ...next, ...stamp }, other]);
  });

  test('that cannot be saved has no effect, and the next one is saved', async () => {
    queryClient.setQueryData(queryKey, [other]);
    const rejected = { errors: [{ code: 'IMPORT_MAPPING_HEADERS_TOO_LONG', message: 'Too long' }] };
    const requests = responses(new TypeError('Failed to fetch'), rejected, { ...sent, ...stamp });
    await rememberMapping(sent);
    await rememberMapping(sent);
    expect(queryClient.getQueryData(queryKey)).toEqual([other]);
    await rememberMapping(sent);
    expect(requests).toHaveLength(3);
    expect(queryClient.getQueryData(queryKey)).toEqual([{ ...sent, ...stamp }, other]);
  });

  test('is not added to a list that has not been read', async () => {
    responses({ ...sent, ...stamp });
    await rememberMapping(sent);
    expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  });
});
