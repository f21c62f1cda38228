import { describe, expect, test } from 'vitest';
import { axisOf, endOf, percentOf, startOf, ticksOf } from './axis.ts';
import { type Facts, type Named, type Other, timelineOf } from './timelineLayout.ts';

const letters: Record<string, string> = { '03': 'W', '14': 'S', '25': 'Y', '76': 'Z', '92': 'F' };
const quarter = (code: string | null) => code && `${letters[code.slice(4)]}${code.slice(2, 4)}`;
const terms = Array.from({ length: 66 }, (_, at) =>
  ['03', '14', '25', '76', '92'].map((code) => `${1965 + at}${code}`),
).flat();

const school = (code: string, start: string | null, end: string | null, own: Partial<Other> = {}): Other => ({
  kind: 'school',
  to: `/school/${code}`,
  code,
  title: `School ${code}`,
  label: `${code} School ${code}`,
  own: { start: null, end: null },
  span: { start, end },
  isActive: true,
  isForAll: code === '00',
  formerNames: [],
  form: `/relationship?toKey=${code}`,
  ...own,
});

const factsOf = (parts: Other[], facts: Partial<Facts> = {}): Facts => ({
  item: {
    kind: 'major',
    to: '/major/1',
    code: '354',
    title: 'Health',
    label: '354 Health',
    own: { start: '199192', end: null },
    span: { start: '199192', end: null },
    isActive: true,
    formerNames: [],
  },
  others: [{ title: 'Schools', noun: 'school', parts }],
  today: '202592',
  asOf: null,
  terms,
  quarter,
  ...facts,
});

const item = (start: string | null, end: string | null) => {
  const span = { start, end };
  return { item: { ...factsOf([]).item, own: span, span } };
};

const pieceText = (piece: string | Named) => (typeof piece === 'string' ? piece : piece.name);
const textsOf = (facts: Facts) =>
  timelineOf(facts).notes.map(({ heading, text }) => `${heading}: ${text.map(pieceText).join('')}`);

describe('The axis', () => {
  test.each([
    ['201803', 2018, 2018.25],
    ['201814', 2018.25, 2018.5],
    ['201825', 2018.5, 2018.75],
    ['201876', 2018.5, 2018.75],
    ['201892', 2018.75, 2019],
    ['2018S1', 2018.75, 2019],
    ['201801', 2018, 2018.25],
  ])('has term %s from %d to %d', (term, from, to) => {
    expect([startOf(term), endOf(term)]).toEqual([from, to]);
  });

  test('has a year from its first day to its last', () => {
    expect([startOf(2018), endOf(2018)]).toEqual([2018, 2019]);
  });

  test.each([
    ['fall', '199192', 1990.75],
    ['winter', '199203', 1991.75],
    ['summer', '199176', 1990.75],
  ])('begins with the fall term before a first start in %s', (_, start, from) => {
    expect(axisOf([{ start, end: null }], '202592', []).from).toBe(from);
  });

  test('continues for four years after today, and for a year after a later end', () => {
    expect(axisOf([{ start: '199192', end: null }], '202592', []).to).toBe(2029.75);
    expect(axisOf([{ start: '203003', end: null }], '202592', []).to).toBe(2031);
    expect(axisOf([{ start: '199192', end: '203092' }], '202592', []).to).toBe(2032);
  });

  test('includes the term of the line, even before the first start', () => {
    expect(axisOf([{ start: '199192', end: null }], '202592', ['197092']).from).toBe(1969.75);
  });

  test('exists even if nothing has a start or an end', () => {
    expect(axisOf([{ start: null, end: null }], '202592', [])).toEqual({ from: 2024.75, to: 2029.75 });
  });

  test('has a tick at every fifth fall term', () => {
    expect(ticksOf({ from: 1990.75, to: 2010.75 })).toEqual(['199092', '199592', '200092', '200592']);
  });

  test('has a tick at every fall term if it is short', () => {
    expect(ticksOf({ from: 2024.75, to: 2029.75 })).toEqual(
      ['2024', '2025', '2026', '2027', '2028'].map((year) => `${year}92`),
    );
  });

  test('converts positions to percent, and clamps them', () => {
    const places = [1990, 2000, 2010, 2030].map((place) => percentOf({ from: 2000, to: 2020 }, place));
    expect(places).toEqual([0, 0, 50, 100]);
  });
});

describe('A bar', () => {
  const barOf = (start: string | null, end: string | null, own: Partial<Other> = {}) => {
    const bar = timelineOf(factsOf([school('90', start, end, own)])).groups[0]?.rows[0];
    if (!bar) throw new Error('No bar');
    return bar;
  };

  test('runs from the start of its first term to the end of its last', () => {
    const axis = { from: 1990.75, to: 2029.75 };
    const { at, fades } = barOf('199192', '201876');
    expect(at).toEqual({ from: percentOf(axis, 1991.75), to: percentOf(axis, 2018.75) });
    expect(fades).toEqual({ in: false, out: false });
  });

  test.each([
    ['199192', '201876', 'F91 – Z18', 'School 90, F91 to Z18'],
    ['199192', null, 'since F91', 'School 90, since F91'],
    [null, '201876', 'until Z18', 'School 90, until Z18'],
    [null, null, 'no start or end', 'School 90, no start or end'],
  ])('describes its period, from %s to %s', (start, end, words, sentence) => {
    expect(barOf(start, end)).toMatchObject({ words, sentence });
  });

  test('shows that it is not active', () => {
    expect(barOf('199192', '201876', { isActive: false }).sentence).toBe('School 90, F91 to Z18, not active');
  });

  test('fades from today on without an end, and from the edge without a start', () => {
    const { at, fades } = barOf(null, null);
    expect(at).toEqual({ from: 0, to: 100 });
    expect(fades.out).toEqual({ from: timelineOf(factsOf([])).today.at, to: 100 });
    expect(fades.in).toMatchObject({ from: 0 });
  });

  test('that is upcoming fades from its own start on', () => {
    const { at, fades } = barOf('202792', null);
    expect(fades.out).toEqual(at);
  });

  test('of a school runs by years', () => {
    const span = { start: 2010, end: 2014 };
    const facts = factsOf([]);
    const drawn = timelineOf({ ...facts, item: { ...facts.item, kind: 'school', own: span, span } }).item;
    expect(drawn.words).toBe('2010 – 2014');
    expect(drawn.at.to).toBe(percentOf({ from: 2008.75 + 1, to: 2029.75 }, 2015));
  });
});

test('The groups have the order of the lists, with their rows', () => {
  const others = ['Degrees', 'Schools'].map((title) => ({
    title,
    noun: 'school',
    parts: [school('90', '199192', null)],
  }));
  const { groups } = timelineOf({ ...factsOf([]), others });
  expect(groups.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Degrees', 1],
    ['Schools', 1],
  ]);
});

test("The lines are labeled with today's term and the requested term", () => {
  const { today, asOf } = timelineOf(factsOf([], { asOf: '202292' }));
  expect([today.label, asOf?.label]).toEqual(['Today, F25', 'As of F22']);
  expect(asOf?.at).toBeLessThan(today.at);
});

describe('A gap', () => {
  test('is reported from the first to the last term in which none is in effect', () => {
    const parts = [school('90', '199192', '201876'), school('98', '201992', null)];
    expect(textsOf(factsOf(parts))).toEqual(['Gap: no school is in effect from F18 to Z19.']);
    const [group] = timelineOf(factsOf(parts)).groups;
    const axis = { from: 1990.75, to: 2029.75 };
    expect(group?.gaps).toEqual([
      { number: 1, at: { from: percentOf(axis, 2018.75), to: percentOf(axis, 2019.75) } },
    ]);
  });

  test('of a single term is reported as such', () => {
    const parts = [school('90', '199192', '201876'), school('98', '201903', null)];
    expect(textsOf(factsOf(parts))).toEqual(['Gap: no school is in effect in F18.']);
  });

  test('is not filled by school 00', () => {
    const parts = [
      school('00', '199192', null),
      school('90', '199192', '201876'),
      school('98', '201992', null),
    ];
    expect(textsOf(factsOf(parts))).toEqual([
      'Gap: no school but 00 School 00 is in effect from F18 to Z19.',
    ]);
  });

  test.each([
    ['follows without a break', school('98', '201892', null), {}],
    ['is already there', school('98', '201592', null), {}],
    ['never comes', school('00', '199192', null), {}],
    ['comes after the end of the item', school('98', '202092', '202176'), item('199192', '201976')],
  ])('is none where the next %s', (_, next, facts) => {
    const parts = [school('90', '199192', '201876'), next];
    const gaps = textsOf(factsOf(parts, facts)).filter((text) => text.startsWith('Gap'));
    expect(gaps).toEqual([]);
  });
});

describe('A relationship beyond its ends', () => {
  const until = (end: string | number, start: string | null = null) => ({ own: { start, end } });

  test('outlasts the end of the other item', () => {
    const facts = factsOf([school('90', '199192', '201976', until('201876'))]);
    expect(textsOf(facts)).toEqual([
      'Outlasts its end: the relationship to school 90 runs to Z19, the school ended Z18.',
    ]);
    const axis = { from: 1990.75, to: 2029.75 };
    expect(timelineOf(facts).groups[0]?.rows[0]?.beyond).toEqual([
      { side: 'end', number: 1, at: { from: percentOf(axis, 2018.75), to: percentOf(axis, 2019.75) } },
    ]);
  });

  test('outlasts the end of the item, also without an end of its own', () => {
    expect(textsOf(factsOf([school('90', '199192', null)], item('199192', '201876')))).toEqual([
      'Outlasts its end: the relationship to school 90 has no end, the major ended Z18.',
    ]);
  });

  test('begins before a start', () => {
    expect(textsOf(factsOf([school('90', '199192', null)], item('200392', null)))).toEqual([
      'Begins before its start: the relationship to school 90 runs from F91, the major started F03.',
    ]);
  });

  test('is reported with an upcoming end', () => {
    expect(textsOf(factsOf([school('90', '199192', null, until('202776'))]))).toEqual([
      'Outlasts its end: the relationship to school 90 has no end, the school ends Z27.',
    ]);
  });

  test('is reported for the item that ended first if it outlasts both', () => {
    const facts = factsOf([school('90', '199192', '201976', until('201576'))], item('199192', '201876'));
    expect(textsOf(facts)).toEqual([
      'Outlasts its end: the relationship to school 90 runs to Z19, the school ended Z15.',
    ]);
  });

  test.each([
    ['in its year', 2018],
    ['in its term', '201876'],
  ])('is not reported if it ends %s', (_, end) => {
    expect(textsOf(factsOf([school('90', '199192', '201876', until(end))]))).toEqual([]);
  });
});

test('Notes and marks have the same numbers, in reading order', () => {
  const parts = [
    school('90', '199192', '201876', { own: { start: null, end: '201776' } }),
    school('98', '201992', null),
  ];
  const { notes, groups } = timelineOf(factsOf(parts));
  expect(notes.map(({ number, heading }) => [number, heading])).toEqual([
    [1, 'Gap'],
    [2, 'Outlasts its end'],
  ]);
  expect(groups[0]?.rows[0]?.beyond[0]?.number).toBe(2);
});

describe('A note', () => {
  const factsOfBoth = factsOf([
    school('00', '199192', null),
    school('90', '199192', '201876', { own: { start: null, end: '201776' } }),
    school('98', '201992', null),
  ]);
  const [gap, beyond] = timelineOf(factsOfBoth).notes;

  test('links to the items that it names', () => {
    const namedIn = (note = gap) => note?.text.filter((piece) => typeof piece !== 'string');
    expect(namedIn(gap)).toEqual([{ name: '00 School 00', to: '/school/00' }]);
    expect(namedIn(beyond)).toEqual([{ name: 'school 90', to: '/school/90' }]);
  });

  test('names a major with its segment, since two may share its code', () => {
    const major = school('201', '196592', '202592', { kind: 'major', letter: 'G' });
    const { notes } = timelineOf({ ...factsOf([major]), ...item('199192', null) });
    expect(notes.map(({ correction }) => correction?.name)).toEqual(['the relationship to major 201 G']);
  });

  test('about a relationship links to its form, and about a gap to none', () => {
    expect(beyond?.correction).toEqual({
      name: 'the relationship to school 90',
      to: '/relationship?toKey=90',
    });
    expect(gap?.correction).toBeUndefined();
  });
});

describe('The names along a bar', () => {
  const names = (
    formerNames: Facts['item']['formerNames'],
    span = { start: '199192', end: null as string | null },
  ) => {
    const facts = factsOf([]);
    const { item: bar } = timelineOf({ ...facts, item: { ...facts.item, own: span, span, formerNames } });
    return { names: bar.names.map(({ name }) => name), bar };
  };

  test('follow one another from the start of the bar to its end', () => {
    const { names: found, bar } = names([
      { name: '354 Hygiene', lastTerm: '199892' },
      { name: '354 Health Sci', lastTerm: '201176' },
    ]);
    expect(found).toEqual(['354 Hygiene', '354 Health Sci', '354 Health']);
    expect(bar.names[0]?.at.from).toBe(bar.at.from);
    expect(bar.names[1]?.at.from).toBe(bar.names[0]?.at.to);
    expect(bar.names[2]?.at.to).toBe(bar.at.to);
    expect(bar.sentence).toBe('Health, since F91, 354 Hygiene until F98, 354 Health Sci until Z11');
  });

  test('are not written if the item had only one during the bar', () => {
    expect(names([]).names).toEqual([]);
    expect(names([{ name: '354 Hygiene', lastTerm: '198092' }]).names).toEqual([]);
    expect(
      names([{ name: '354 Hygiene', lastTerm: '201592' }], { start: '199192', end: '201076' }).names,
    ).toEqual([]);
  });
});
