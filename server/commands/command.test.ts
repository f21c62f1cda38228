import { expect, test } from 'vitest';
import { withoutPassword } from './command.ts';

test.for([
  [
    'postgres://one:s%40cret@db:5432/name?sslmode=require',
    'postgres://one@db:5432/name?sslmode=require',
    's@cret',
  ],
  ['postgres://one:secret@a:1,b:2/name', 'postgres://one@a:1,b:2/name', 'secret'],
  ['postgres://one@db/name', 'postgres://one@db/name', ''],
  ['postgres://db:5432/name', 'postgres://db:5432/name', ''],
  ['postgres:///name?host=/run', 'postgres:///name?host=/run', ''],
] as const)('%s is handed on without its password', ([url, address, password]) => {
  expect(withoutPassword(url)).toEqual({ address, password });
});
