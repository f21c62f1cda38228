import { expect, test } from 'vitest';
import { asApiError } from './databaseErrors.ts';

test.for([
  ['major_degree_major_key_fkey', 'major'],
  ['degree_degree_awarded_known', 'degree'],
  ['earlier_value_item_known', 'row'],
  ['view_owner_fkey', 'row'],
  [undefined, 'row'],
])('the constraint %s names a %s that has changed', ([constraint, noun]) => {
  const error = Object.assign(new Error('any'), { code: '23503', constraint });
  expect(asApiError(error)).toMatchObject({
    status: 409,
    errors: [{ message: `The ${noun} is related to something that has changed. Load it again.` }],
  });
});
