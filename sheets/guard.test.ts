import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { guarded, unguarded } from './guard.ts';

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\t=1', '\r=1', '＝1', '-1 and more', "'=1+1", "''=1"])(
  'adds an apostrophe before %j',
  (text) => {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(`'${text}`)).toBe(text);
  },
);

test.each(['-5', '+12', '-0.25', '-', '42', '26.0101', '', "'", "'tis", "O'Neill", "'-5", "'007"])(
  'does not change %j, in both directions',
  (text) => {
    expect(guarded(text)).toBe(text);
    expect(unguarded(text)).toBe(text);
  },
);

test('unguarded reverses guarded for any text', () => {
  const likely = fc.string({ unit: fc.constantFrom(..."'=+-@\t\r\n＝1.a ") });
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ unit: 'binary' })), (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    }),
  );
});

test('no guarded text is a formula', () => {
  const likely = fc.string({ unit: fc.constantFrom(..."'=+-@\t\r＝1.a ") });
  fc.assert(
    fc.property(likely, (text) => {
      expect(guarded(text)).toMatch(/^([^=+\-@\t\r＝＋－＠]|[+-]?\d+(\.\d+)?$|.?$)/s);
    }),
  );
});
