import { expect, test } from 'vitest';
import { randomUuid } from './uuid.ts';

test('is a random UUID of version 4', () => {
  const some = Array.from({ length: 50 }, randomUuid);
  for (const one of some)
    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(some).size).toBe(50);
});
