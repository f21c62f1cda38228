import { expect, test } from 'vitest';
import { userLabel } from '../../contract/user.ts';
import { findUsers } from './knownUsers.ts';

const users = [
  { uciNetId: 'ralvarez', name: 'Robin Alvarez' },
  { uciNetId: 'robin2', name: 'Robin Alvarez' },
  { uciNetId: 'zoe', name: 'Zoë Ng' },
  { uciNetId: 'zoë', name: 'zoe' },
  { uciNetId: 'regadm01', name: 'regadm01' },
];
const idsOf = (text: string) => findUsers(users, text).map(({ uciNetId }) => uciNetId);

test('a network ID names its user in either case, before any name', () => {
  expect(idsOf('RAlvarez ')).toEqual(['ralvarez']);
  // Two IDs may differ in an accent.
  expect(idsOf('zoe')).toEqual(['zoe']);
  expect(idsOf('ZOË')).toEqual(['zoë']);
});

test('a full name names all users who have it; a part of one names nobody', () => {
  expect(idsOf('robin alvarez')).toEqual(['ralvarez', 'robin2']);
  expect(idsOf('zoe ng')).toEqual(['zoe']);
  expect(idsOf('Robin')).toEqual([]);
});

test('a user is named with the ID, and by the ID alone without a name', () => {
  expect(users.map(userLabel)).toEqual([
    'Robin Alvarez (ralvarez)',
    'Robin Alvarez (robin2)',
    'Zoë Ng (zoe)',
    'zoe (zoë)',
    'regadm01',
  ]);
  expect(userLabel({ uciNetId: 'regadm01', name: '' })).toBe('regadm01');
});
