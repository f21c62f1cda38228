import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ItemKind, type Items, labelOfItem } from '../../contract/kinds.ts';
import { foldText, indexItems, mergeIndexes } from '../../web/search/itemIndex.ts';
import { formerNameOf, numberOf, rankItems } from '../../web/search/rankItems.ts';
import { earlierValuesByItem } from '../../web/terms/earlierValuesOf.ts';
import { sampleItems } from '../support/sampleItems.ts';
import { rankAllByContract } from '../support/searchOracle.ts';

type Catalog = { readonly [K in ItemKind]: readonly Items[K][] };

const TERM = '202592';
const noEarlierValues = () => [];
const indexOf = (catalog: Catalog, term = TERM) =>
  mergeIndexes([
    indexItems('school', catalog.school, term, noEarlierValues),
    indexItems('department', catalog.department, term, noEarlierValues),
    indexItems('degree', catalog.degree, term, noEarlierValues),
    indexItems('major', catalog.major, term, noEarlierValues),
  ]);
const index = indexOf(sampleItems);
const nameOf = (kind: ItemKind, item: object) => `${kind}: ${labelOfItem(kind, { ...item })}`;
const namesFor = (text: string, recent?: ReadonlySet<string>) =>
  rankItems(index, text, recent).map(({ found }) => nameOf(found.kind, found.item));

test.for([
  // A code equals the text.
  ['201', 'major: 201 G Computer Science'],
  ['0a5', 'major: 0A5 U Computer Game Sci'],
  ['00', 'school: 00 Graduate Division'],
  ['55', 'school: 55 Charlie Dunlop School of Biological Sciences'],
  ['ux', 'school: UX Division of Continuing Education & Summer Sessions'],
  ['zzz', 'major: ZZZ G Reserved, Do Not Use'],
  ['art', 'department: ART Art'],
  ['ART STU', 'department: ART STU Studio Art'],
  ['bio sci', 'department: BIO SCI Biological Sciences'],
  ['m&c bio', 'department: M&C BIO Molecular and Cell Biology'],
  ['m and c bio', 'department: M&C BIO Molecular and Cell Biology'],
  ['crm/law', 'department: CRM/LAW Criminology, Law and Society'],
  ['law', 'department: LAW Law'],
  ['econ', 'department: ECON Economics'],
  // A code begins with the text.
  ['0A', 'major: 0A0 G Pharmacological Sci'],
  ['eng', 'department: ENGLISH English'],
  ['crm', 'department: CRM/LAW Criminology, Law and Society'],
  ['hum', 'department: HUMAN Humanities'],
  ['phil', 'department: PHILOS Philosophy'],
  ['stat', 'department: STATS Statistics'],
  ['germ', 'department: GERMAN German'],
  ['i&c', 'department: I&C SCI Information and Computer Science'],
  ['ma', 'department: MATH Mathematics'],
  ['ba', 'department: BANA Business Analytics'],
  ['s', 'department: SOC SCI Social Science'],
  // A title equals the text.
  ['computer science', 'major: 201 G Computer Science'],
  ['comp sci', 'degree: BS Computer Science'],
  ['phd history', 'degree: PhD History'],
  ['culture & theory', 'major: 21B G Culture & Theory'],
  ['culture and theory', 'major: 21B G Culture & Theory'],
  ['SCHOOL OF HUMANITIES', 'school: 60 School of Humanities'],
  ['graduate division', 'school: 00 Graduate Division'],
  ['grad div', 'school: 00 Graduate Division'],
  ['interdis', 'school: 52 Interdisciplinary Studies'],
  ['ics', 'school: 85 Donald Bren School of Info and Computer Sciences'],
  ['undergraduate/undeclared', 'major: 000 U Undergrad Undeclared'],
  ['public health', 'major: 0A1 G Public Health'],
  ['data sci', 'degree: BS Data Science'],
  ['nursing', 'school: 89 Sue and Bill Gross School of Nursing'],
  // A title begins with the text.
  ['bs comp', 'degree: BS Computer Engineering'],
  ['ms comp', 'degree: MS Computer Science'],
  ['mba', 'major: 139 G MBA (Full-Time)'],
  ['phd', 'degree: PhD Anthropology'],
  ['game', 'major: 0H9 U Game Design & IntMda'],
  ['double', 'major: 002 U Double Major'],
  ['écology', 'major: 255 U Ecology & Evol Bio'],
  ['chicano', 'major: 156 U Chicano/Latino Study'],
  ['biology', 'major: 0A9 U Biology/Education'],
  ['earth sys', 'major: 241 G Earth System Science'],
  // Words of one title begin with the words of the text, in the same order.
  ['undergraduate undeclared', 'major: 000 U Undergrad Undeclared'],
  ['quant econ', 'major: 822 U Quantitative Econ'],
  ['population & public', 'school: 88 Joe C. Wen School of Population & Public Health'],
  ['trevor', 'school: 57 Claire Trevor School of the Arts'],
  // In any order.
  ['game comp', 'major: 0A5 U Computer Game Sci'],
  ['comp bs', 'degree: BS Applied and Computational Mathematics'],
  ['ecol soc', 'major: 860 G Social Ecology'],
  ['law crim', 'major: 210 G Criminology,Law&Soc'],
  // Somewhere in the titles.
  ['mput', 'major: 0E0 G Human-Computer Inter'],
  // A number.
  ['11.0701', 'major: 0E4 G Computer Sci (Prof)'],
  ['0701', 'major: 0C9 G Software Engineering'],
  ['#293', 'degree: MS Software Engineering'],
  ['#ux', 'school: UX Division of Continuing Education & Summer Sessions'],
  // No fuzzy matching.
  ['womens', undefined],
  ['computre', undefined],
  ['', undefined],
] as const)('“%s” first finds %s', ([text, first]) => {
  expect(namesFor(text)[0]).toBe(first);
});

test('a number found by nothing else is named', () => {
  const named = (text: string) => rankItems(index, text).map((hit) => numberOf(hit, text));
  expect(named('11.0701')).toEqual(['CIP 11.0701', 'CIP 11.0701', 'CIP 11.0701']);
  expect(named('#293')).toEqual(['Key #293', 'Key #293']);
  expect(named('201')).toEqual([null, null]);
});

test('items in effect come first, then those opened recently, then the order of labels', () => {
  const all = namesFor('computer game sci');
  expect(all).toEqual(['major: 0A5 U Computer Game Sci', 'degree: BS Computer Game Science']);
  expect(namesFor('201').slice(0, 2)).toEqual([
    'major: 201 G Computer Science',
    'major: 201 U Computer Science',
  ]);
  const undergraduate = rankItems(index, '201').find(({ found }) => found.label.includes(' u '))?.found;
  expect(namesFor('201', new Set([undergraduate?.id ?? '']))[0]).toBe('major: 201 U Computer Science');
  // As a graduate major, Civil Engineering has ended. That it was opened changes nothing.
  const sameTitle = rankItems(index, 'civil engineering').filter(({ rank }) => rank === 3);
  const ended = sameTitle.filter(({ found }) => !found.isInEffect);
  expect(ended.map(({ found }) => nameOf(found.kind, found.item))).toContain(
    'major: 276 G Civil Engineering',
  );
  expect(sameTitle.slice(-ended.length)).toEqual(ended);
  expect(namesFor('civil engineering', new Set(ended.map(({ found }) => found.id)))).toEqual(
    namesFor('civil engineering'),
  );
});

test('without a running term nothing counts as ended', () => {
  expect(indexOf(sampleItems, '').every(({ isInEffect }) => isInEffect)).toBe(true);
});

const noise = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => ` ${text}  `,
  (text) => text.replaceAll('&', ' and '),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.normalize('NFD').replace(/[aeiou]/i, '$&\u0301'),
);

test('the whole code of an item finds it first, or another item with that code, in any writing', () => {
  const coded = index.filter(({ code }) => code !== null);
  const written = { school: 'schoolCode', department: 'title7', major: 'majorCode' } as const;
  expect(coded.length).toBeGreaterThan(400);
  fc.assert(
    fc.property(fc.constantFrom(...coded), noise, ({ kind, item, id, code }, change) => {
      const field = written[kind as keyof typeof written];
      const hits = rankItems(index, change(String((item as object as Record<string, unknown>)[field])));
      const same = hits.filter(({ rank }) => rank === 1).map(({ found }) => found);
      expect(hits.slice(0, same.length).map(({ found }) => found)).toEqual(same);
      expect(same.map((found) => found.id)).toContain(id);
      expect(new Set(same.map((found) => found.code))).toEqual(new Set([code]));
      const ended = same.map(({ isInEffect }) => (isInEffect ? 0 : 1));
      expect(ended).toEqual(ended.toSorted((one, other) => one - other));
    }),
    { numRuns: 300 },
  );
});

// Few words and codes, so that all ranks and equal labels occur.
const word = fc.constantFrom(
  'Art',
  'Arts',
  'Bio',
  'Biology',
  'Ed',
  'Élan',
  'R&D',
  'Sci/Art',
  'A',
  '11',
  '(Art)',
);
const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const moment = fc.constantFrom(null, '200592', '202592', '202692');
const key = fc.integer({ min: 1, max: 30 });
const unique = <Item>(item: fc.Arbitrary<Item>, selector: (item: Item) => unknown) =>
  fc.uniqueArray(item, { selector, maxLength: 5 });
const catalog = fc.record({
  school: unique(
    fc.record({
      schoolCode: fc.constantFrom('11', 'AR', 'BI', '1A'),
      title,
      title8: fc.option(title),
      yearStart: fc.constantFrom(null, 2005, 2026),
      yearEnd: fc.constantFrom(null, 2010),
    }),
    ({ schoolCode }) => schoolCode,
  ),
  department: unique(
    fc.record({
      deptKey: key,
      title7: fc.constantFrom('ART', 'ARTS', 'BIO ED', 'R&D'),
      title,
      startTerm: moment,
      endTerm: moment,
    }),
    ({ deptKey }) => deptKey,
  ),
  degree: unique(
    fc.record({
      degreeKey: key,
      degreeAwarded: fc.constantFrom('BA', 'BS', 'Art'),
      degreeTitleRc: title,
      degreeTitleAbbr: fc.option(title),
      degreeStartTermYyyyst: moment,
      degreeEndTermYyyyst: moment,
    }),
    ({ degreeKey }) => degreeKey,
  ),
  major: unique(
    fc.record({
      majorKey: key,
      majorCode: fc.constantFrom('ART', '111', '112', '11A'),
      majorSegment: fc.constantFrom('U', 'G'),
      title7: fc.option(title),
      title20: title,
      titleLong: fc.option(title),
      cipCode: fc.constantFrom(null, '11.0701', '26.0101'),
      hegisCode: fc.constantFrom(null, '1101'),
      startTermYyyyst: moment,
      endTermYyyyst: moment,
    }),
    ({ majorKey }) => majorKey,
  ),
}) as object as fc.Arbitrary<Catalog>;
const searched = fc.oneof(
  title,
  fc
    .array(fc.constantFrom('a', 'ar', 'art', 'bi', 'ed', 'ba', 'BS', 'élan', '&', 'r', '/', 'ci'), {
      maxLength: 3,
    })
    .map((words) => words.join(' ')),
  fc.constantFrom('1', '11', '11.07', '11a', '#1', '#12', '#AR', '#', '(', 'bio ed', 'r and d'),
);

test('the order is that of the contract for any catalog and text', () => {
  const ranks = new Set<number>();
  fc.assert(
    fc.property(
      catalog,
      searched,
      fc.subarray(['major/1', 'degree/2', 'school/11']),
      (items, text, recent) => {
        const hits = rankItems(indexOf(items), text, new Set(recent));
        const expected = rankAllByContract(items, text, TERM, new Set(recent));
        const placeOf = ({ id, order, label, key: own }: (typeof expected)[0]) => ({
          id,
          order,
          label,
          key: own,
        });
        // Items of two kinds may have the same label and key; then either may come first.
        const orderOf = new Map(expected.map((one) => [one.id, placeOf(one)]));
        const places = hits.map(({ found }) => orderOf.get(found.id));
        expect(places.map((place) => place && { ...place, id: '' })).toEqual(
          expected.map((one) => ({ ...placeOf(one), id: '' })),
        );
        for (const { rank } of hits) ranks.add(rank);
      },
    ),
    { numRuns: 500 },
  );
  expect(ranks).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
});

test('an item is found by a name or code of earlier terms too, after all others, with the latest one that matches', () => {
  const stamp = { version: 1, lastModified: '2026-01-01T00:00:00.000Z', lastModifiedBy: 'x' };
  const [major] = sampleItems.major.filter(({ title20 }) => title20 === 'Film & Media Studies');
  const key = String(major?.majorKey);
  const earlier = (
    [
      ['title20', '199692', 'Comp Sci of Film'],
      ['title20', '201292', 'Film Studies of old'],
      ['majorCode', '201292', '9F9'],
      ['titleLong', '201292', null],
      ['cipCode', '201292', '50.0601'],
    ] as const
  ).map(([field, lastTerm, value]) => ({ kind: 'major' as const, key, field, lastTerm, value, ...stamp }));
  const majors = indexItems('major', sampleItems.major, TERM, earlierValuesByItem(earlier));
  const found = (text: string) => {
    const hits = rankItems(majors, text);
    const at = hits.findIndex((hit) => String(hit.found.key) === key);
    const hit = hits[at];
    const name = hit && formerNameOf(hit, text);
    return hit && { isLast: at === hits.length - 1, name: name && [name.value, name.lastTerm] };
  };
  expect(found('studies of old')).toEqual({ isLast: true, name: ['Film Studies of old', '201292'] });
  expect(found('of film')).toEqual({ isLast: true, name: ['Film Studies of old', '201292'] });
  expect(found('film')).toMatchObject({ name: undefined });
  expect(found('comp sci')).toEqual({ isLast: true, name: ['Comp Sci of Film', '199692'] });
  expect(found('9f9')).toEqual({ isLast: true, name: ['9F9', '201292'] });
  expect(found('50.0601')).toMatchObject({ name: undefined });
});

test('the texts of items are read once, not at each letter', () => {
  let reads = 0;
  const counted = sampleItems.major.map(
    (item) =>
      new Proxy(item, {
        get: (target, name) => {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  const majors = indexItems('major', counted, TERM, noEarlierValues);
  const before = reads;
  expect(before).toBeGreaterThan(counted.length);
  for (const text of ['c', 'co', 'com', 'comp', 'comp s', '2', '20', '201', '#1', '11.07'])
    expect(rankItems(majors, text)).not.toEqual([]);
  expect(reads).toBe(before);
});

test('a folded text has single spaces, no accents and no ampersands', () => {
  expect(foldText('  Études\u00a0 &\nArts ')).toBe('etudes and arts');
  expect(foldText('R&D')).toBe('r and d');
});
