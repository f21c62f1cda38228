import { expect, test } from 'vitest';
import {
  allRelationshipKinds,
  keyNames,
  linksAmong,
  type RelationshipKind,
  relationshipForm,
  relationshipKinds,
  relationshipPathOf,
  relationshipsOf,
} from './relationships.ts';

// Sample entries: a second relationship of the same two kinds, and a relationship of a kind with itself.
const form = relationshipForm;
const minor: RelationshipKind = { name: 'minor', from: 'school', to: 'major', form };
const successor: RelationshipKind = { name: 'successor', from: 'major', to: 'major', form };
const more = [...allRelationshipKinds, minor, successor];

const keys = { from: 'ED', to: '12' };
const namesOf = (list: readonly RelationshipKind[], item: 'school' | 'major') =>
  linksAmong(list, item).map((link) => [link.relationship.name, link.near, link.to, link.name, link.list]);

test('each kind of relationship is listed under its name', () => {
  for (const [name, kind] of Object.entries(relationshipKinds)) expect(kind.name).toBe(name);
});

test('a relationship named after its kinds derives its path, keys and lists from them', () => {
  const { schoolMajor } = relationshipKinds;
  expect(relationshipPathOf(schoolMajor, keys)).toBe('/relationships/school/ED/major/12');
  expect(keyNames(schoolMajor)).toEqual({ from: 'schoolCode', to: 'majorKey' });
  expect(namesOf(allRelationshipKinds, 'school')).toEqual([
    ['schoolDegree', 'from', 'degree', 'degree', 'degrees'],
    ['schoolDepartment', 'from', 'department', 'department', 'departments'],
    ['schoolMajor', 'from', 'major', 'major', 'majors'],
  ]);
});

test('a second relationship between the same kinds has its own path and lists', () => {
  expect(relationshipPathOf(minor, keys)).toBe('/relationships/minor/school/ED/major/12');
  expect(keyNames(minor)).toEqual({ from: 'schoolCode', to: 'majorKey' });
  expect(namesOf(more, 'school').at(-1)).toEqual(['minor', 'from', 'major', 'minorTo', 'minorTo']);
});

test('a relationship of a kind with itself has two keys, and each end links to the other', () => {
  expect(keyNames(successor)).toEqual({ from: 'fromMajorKey', to: 'toMajorKey' });
  expect(relationshipPathOf(successor, { from: '12', to: '13' })).toBe(
    '/relationships/successor/major/12/major/13',
  );
  expect(namesOf(more, 'major').slice(-3)).toEqual([
    ['minor', 'to', 'school', 'minorFrom', 'minorFrom'],
    ['successor', 'from', 'major', 'successorTo', 'successorTo'],
    ['successor', 'to', 'major', 'successorFrom', 'successorFrom'],
  ]);
});

test('the relationships of an item have distinct names, lists and paths', () => {
  for (const item of ['school', 'department', 'degree', 'major'] as const) {
    const links = linksAmong(more, item);
    expect(new Set(links.map(({ name }) => name)).size).toBe(links.length);
    expect(new Set(links.map(({ list }) => list)).size).toBe(links.length);
  }
  expect(new Set(more.map((kind) => relationshipPathOf(kind, keys))).size).toBe(more.length);
});

test('returns the same relationships for an item each time, so that screens do not render again', () => {
  expect(relationshipsOf('major')).toBe(relationshipsOf('major'));
});
