import { expect, test } from 'vitest';
import type { ReportFilter } from '../../contract/report.ts';
import { asSent, changedNames, isRun, readFilter, writeFilter } from './filterUrl.ts';

const noFilter = readFilter(new URLSearchParams());

test('every filter survives a round trip through the URL', () => {
  const filter = {
    ...noFilter,
    schoolCode: '00',
    majorTitle: 'art & design, 100%',
    majorStartTermYyyyst: '201392',
    graduate: false,
    degreeListAwarded: ['BA', 'PhD'],
    degreeInactive: false,
    asOfTerm: '201992',
    knownAt: '2025-10-31T17:00:00.000Z',
  };
  const params = new URLSearchParams();
  writeFilter(params, filter);
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
});

test('awards survive it with any characters in their codes', () => {
  const awards = ['B.A., Hons', 'MA', '100%', '%2C', 'A+B & C', 'É#/?'];
  for (const degreeListAwarded of [awards, ['B.A., Hons'], ['50%2C']]) {
    const params = new URLSearchParams();
    writeFilter(params, { ...noFilter, degreeListAwarded });
    expect(readFilter(new URLSearchParams(params.toString()))).toEqual({ ...noFilter, degreeListAwarded });
  }
});

test('an address without filters means the defaults, and that the report has not run', () => {
  const params = new URLSearchParams('extended=true&q=art');
  expect(isRun(params)).toBe(false);
  expect(readFilter(params)).toMatchObject({ schoolCode: null, degreeListAwarded: null, majorActive: true });
});

test('a URL with a filter means that the report has run', () => {
  expect(isRun(new URLSearchParams('schoolCode=00'))).toBe(true);
});

test('the term as of which other pages are shown is kept, and does not run the report', () => {
  const params = new URLSearchParams('asOf=201992');
  expect(isRun(params)).toBe(false);
  expect(readFilter(params)).toEqual({ ...noFilter, asOfTerm: '201992' });
});

test('now is sent as the running term, and stays now in the URL', () => {
  const filter = readFilter(new URLSearchParams('asOf=now&run=true'));
  expect(filter.asOfTerm).toBe('now');
  expect(asSent(filter).asOfTerm).toBe('202592');
  const params = new URLSearchParams();
  writeFilter(params, filter);
  expect(params.get('asOf')).toBe('now');
});

test('a report run without filters is marked as run, and writes nothing else', () => {
  const params = new URLSearchParams();
  writeFilter(params, noFilter);
  expect(params.toString()).toBe('run=true');
  expect(isRun(params)).toBe(true);
});

test.each([
  ['degreeListAwarded=,,BA,,BA', { degreeListAwarded: ['BA'] }],
  ['degreeListAwarded=,', { degreeListAwarded: null }],
  ['degreeListAwarded=BA%2CPhD', { degreeListAwarded: ['BA', 'PhD'] }],
  ['degreeListAwarded=100%25,BA', { degreeListAwarded: ['100%', 'BA'] }],
  ['degreeListAwarded=BA&degreeListAwarded=PhD,MA', { degreeListAwarded: ['BA', 'PhD', 'MA'] }],
  [
    'degreeListAwarded=&schoolCode=&majorTitle=',
    { degreeListAwarded: null, schoolCode: null, majorTitle: null },
  ],
  [
    'majorActive=maybe&graduate=FALSE&degreeActive=',
    { majorActive: true, graduate: true, degreeActive: true },
  ],
  ['majorCode=201&majorCode=202', { majorCode: '201' }],
  ['__proto__=x&constructor=y', noFilter],
])('a handwritten URL, %j, still gives a filter', (written, filter) => {
  expect(readFilter(new URLSearchParams(written))).toEqual({ ...noFilter, ...filter });
});

test('a text is sent trimmed and with ordinary spaces, and counts as the same filter', () => {
  const [typed, plain] = ['\u3000Computer\u00a0Science ', 'Computer Science'].map((majorTitle) => ({
    ...noFilter,
    majorTitle,
  })) as [ReportFilter, ReportFilter];
  expect(asSent(typed)).toEqual(plain);
  expect(changedNames(typed, plain)).toEqual([]);
});

test("'ALL', an empty text and an empty list are sent as null", () => {
  const filter = {
    ...noFilter,
    schoolCode: 'ALL',
    majorTitle: ' ',
    degreeListAwarded: [],
    majorCode: ' 201 ',
  };
  expect(asSent(filter)).toEqual({ ...noFilter, majorCode: '201' });
});

test.each([
  [{ majorTitle: 'art' }, ['majorTitle']],
  [{ schoolCode: '57', graduate: true, degreeInactive: true }, ['schoolCode', 'graduate', 'degreeInactive']],
  [{ majorTitle: ' music  ' }, []],
  [{ degreeTitleRc: ' ' }, []],
  [{ degreeListAwarded: ['PhD', 'BA'] }, []],
  [{ degreeListAwarded: ['BA'] }, ['degreeListAwarded']],
])('with %j the filters %j are changed: those whose sent values differ', (some, names) => {
  const filter = {
    ...noFilter,
    schoolCode: '00',
    majorTitle: 'music',
    graduate: false,
    degreeListAwarded: ['BA', 'PhD'],
    degreeInactive: false,
  };
  expect(changedNames({ ...filter, ...some }, filter)).toEqual(names);
});
