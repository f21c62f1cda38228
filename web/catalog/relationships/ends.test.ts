import { expect, test } from 'vitest';
import {
  linksAmong,
  type RelationshipKind,
  relationshipForm,
  relationshipsOf,
} from '../../../contract/relationships.ts';
import { endpointOf } from './endpoint.ts';
import { relatedOf, titleOf } from './ends.ts';

const successor: RelationshipKind = {
  name: 'successor',
  from: 'major',
  to: 'major',
  form: relationshipForm,
};
const [onward, back] = linksAmong([successor], 'major');

test('a relationship has the same API path from both ends', () => {
  const [toSchool] = relationshipsOf('major').filter(({ to }) => to === 'school');
  const [toMajor] = relationshipsOf('school').filter(({ to }) => to === 'major');
  const path = '/relationships/school/ED/major/12';
  expect(toSchool && endpointOf({ link: toSchool, fromKey: 12, toKey: 'ED' })).toBe(path);
  expect(toMajor && endpointOf({ link: toMajor, fromKey: 'ED', toKey: 12 })).toBe(path);
});

test('a relationship between items of the same kind has a separate list for each end', () => {
  const path = '/relationships/successor/major/12/major/13';
  expect(onward && endpointOf({ link: onward, fromKey: 12, toKey: 13 })).toBe(path);
  expect(back && endpointOf({ link: back, fromKey: 13, toKey: 12 })).toBe(path);
  const detail = { successorTo: ['one'], successorFrom: ['another'] };
  expect(onward && relatedOf(detail, onward)).toEqual(['one']);
  expect(back && relatedOf(detail, back)).toEqual(['another']);
});

test('a list is titled after its kind, and if that is ambiguous, also after the relationship', () => {
  const [toDegrees] = relationshipsOf('school');
  expect(toDegrees && titleOf(toDegrees, 'Degrees')).toBe('Degrees');
  expect(onward && titleOf(onward, 'Majors')).toBe('Majors (successor to)');
});
