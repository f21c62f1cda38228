import type { ItemKind, Items } from '../../contract/kinds.ts';
import { sampleRows } from './asOfOracle.ts';

/** The fields of the sample data that are numbers. */
const NUMBER = /Key$|^year|^sortCode$|^academicYearApproved$/;

const valueOf = (name: string, text: string) => {
  if (text === '') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(name) ? Number(text) : text;
};

const itemsOf = (file: string): readonly object[] =>
  sampleRows(file).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, text]) => [name, valueOf(name, text)])),
  );

/** The items of the sample data, with the values that responses have. */
export const sampleItems = {
  school: itemsOf('schools'),
  department: itemsOf('departments'),
  degree: itemsOf('degrees'),
  major: itemsOf('majors'),
} as { readonly [K in ItemKind]: readonly Items[K][] };
