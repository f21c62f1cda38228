import { describe, expect, test } from 'vitest';
import { effectiveNote } from './effectiveNote.ts';

const title20 = { label: 'Title 20', before: 'Comp Sci', after: 'Computer Science' };

describe('Below Effective', () => {
  test('a correction says that past terms change too', () => {
    expect(effectiveNote([title20], null)).toBe(
      'Terms with “Comp Sci” get “Computer Science”, past terms too. Choose a term if it is new from that term on.',
    );
  });

  test('a term says which terms have which value', () => {
    expect(effectiveNote([title20], 'F27')).toBe(
      'F27 and later have “Computer Science”. Earlier terms keep what they have. Other fields change in all terms.',
    );
  });

  test('an empty value has the name of its field', () => {
    expect(effectiveNote([{ label: 'Title 7', before: null, after: 'CS' }], 'F27')).toBe(
      'F27 and later have “CS”. Earlier terms keep what they have. Other fields change in all terms.',
    );
    expect(effectiveNote([{ label: 'CIP Code', before: '11.0101', after: null }], null)).toBe(
      'Terms with “11.0101” get no CIP Code, past terms too. Choose a term if it is new from that term on.',
    );
  });

  test('of several items, the old values are not listed', () => {
    expect(effectiveNote([], null)).toBe(
      'Terms with the old values get the new one, past terms too. Choose a term if it is new from that term on.',
    );
    expect(effectiveNote([], 'F27')).toBe(
      'F27 and later have the new value. Earlier terms keep what they have.',
    );
  });

  test('several values are not listed', () => {
    const both = [title20, { label: 'Title 7', before: null, after: 'CS' }];
    expect(effectiveNote(both, 'F27')).toBe(
      'F27 and later have the new values. Earlier terms keep what they have. Other fields change in all terms.',
    );
    expect(effectiveNote(both, null)).toContain(
      'Terms with the old values get the new ones, past terms too.',
    );
  });
});
