import * as z from 'zod/mini';
import { requiredChoice, texts, textsByName } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { catalogKinds } from './history.ts';
import type { FormRule } from './rules.ts';
import { stamp } from './stored.ts';

/** The column mappings of imports, which the office shares: one for each set of headers. */

/** The maximum number of mappings. A further one replaces the one that was saved longest ago. */
export const MOST_MAPPINGS = 200;

/** The maximum number of headers, and the maximum length of a header and of a column ID. */
const MOST_HEADERS = 200;
const MOST_IN_HEADER = 120;
const MOST_IN_COLUMN = 60;

const columnsAmongHeaders: FormRule<{ headers: string[]; columns: Record<string, string> }> = {
  fields: ['headers', 'columns'],
  code: 'UNKNOWN_VALUE',
  message: (labelOf) => `${labelOf('columns')} must only name headers of ${labelOf('headers')}`,
  holds: ({ headers, columns }) => {
    const known = new Set(headers);
    return Object.keys(columns).every((header) => known.has(header));
  },
};

/**
 * The form of a mapping: the headers of a file, the kind of its rows, and the column of the kind for each header, '' if it is
 * skipped. A header without a column is matched by its text.
 */
export const importMappingForm = form(
  'IMPORT_MAPPING',
  {
    headers: texts('Header row', MOST_HEADERS, MOST_IN_HEADER),
    kind: requiredChoice(
      'Kind',
      catalogKinds.map((kind) => ({ value: kind, label: kind })),
    ),
    columns: textsByName('Columns', MOST_IN_COLUMN),
  },
  { rules: [columnsAmongHeaders], readOnly: ['lastModified', 'lastModifiedBy'] },
);
export type ImportMappingForm = FormValues<typeof importMappingForm>;

/** A saved mapping. */
export const importMapping = z.object({
  headers: z.array(z.string()),
  kind: z.enum(catalogKinds as [string, ...string[]]),
  columns: z.record(z.string(), z.string()),
  ...stamp('lastModifiedBy'),
});
export type ImportMapping = z.output<typeof importMapping>;
