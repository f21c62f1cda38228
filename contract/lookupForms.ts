import { credentialLevel } from './degree.ts';
import { fixedCode, requiredText, version } from './fields.ts';
import { type Form, type FormValues, form } from './form.ts';
import { type LookupKind, TERM_CODE } from './lookups.ts';

// The forms of terms and award types (contract 14). The first field of each is the key: a PUT may repeat it but not change it.

const readOnly = ['isUsed'];

export const termForm = form(
  'TERM',
  {
    termYyyyst: fixedCode(
      'Term Code',
      6,
      TERM_CODE,
      'a 4-digit year and a session of 2 digits or capital letters, such as 203192',
      { valid: ['203192', '2031S1', '0000ZZ'], invalid: ['20319a', '203-92', 'F31192', '٢٠٣١92'] },
    ),
    termLetterYear: requiredText('Label', 6),
    version: version(),
  },
  { readOnly },
);
export type TermForm = FormValues<typeof termForm>;

export const awardTypeForm = form(
  'AWARD_TYPE',
  {
    degreeShort: requiredText('Award', 20),
    degreeCode: requiredText('Degree Code', 20),
    title: requiredText('Title', 100),
    programCredLevel: credentialLevel(),
    version: version(),
  },
  { readOnly },
);
export type AwardTypeForm = FormValues<typeof awardTypeForm>;

/** The form of each kind of lookup, to create and to edit a row. */
export const lookupForms = {
  term: termForm,
  awardType: awardTypeForm,
} as const satisfies { readonly [K in LookupKind]: Form };
