import { expect, test } from 'vitest';
import { schoolForm } from './school.ts';

test.each([[null], [undefined], [5], ['text'], [[]]])('a form rejects %j, which is no object', (value) =>
  expect(schoolForm.schema.safeParse(value).success).toBe(false),
);
