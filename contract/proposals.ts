import * as z from 'zod/mini';
import { apiError } from './errors.ts';
import { field } from './field.ts';
import { reason, requiredChoice, text, uuid } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { changeKinds, storedValue } from './history.ts';
import { type ItemKind, itemKinds } from './items.ts';

/** Changes of many rows at once: shown first, then saved all or none (contract 9). */

/** At most this many rows are proposed at once, in a body of at most this many bytes. */
export const MOST_ROWS = 20_000;
export const MOST_BYTES = 8_000_000;

/** A row has at most so many bytes of JSON, names in all, and brackets within each other, its own included. */
export const MOST_OF_ROW = { bytes: 16_384, names: 100, depth: 4 };

/** At most this many errors and warnings are written out. */
export const MOST_WRITTEN = 100;

/**
 * How an item is named without its key: by all fields of one of these lists, to which `start`, the kind's start term, may
 * be added to tell several lives apart. `codes` match in either case, the other fields exactly.
 */
interface NaturalKey {
  by: readonly (readonly string[])[];
  codes: readonly string[];
  start: string | null;
}

/** The natures of each kind of item. */
export const naturalKeys: Record<ItemKind, NaturalKey> = {
  school: { by: [['schoolCode']], codes: ['schoolCode'], start: null },
  department: { by: [['title7'], ['title']], codes: [], start: 'startTerm' },
  degree: {
    by: [['degreeAwarded', 'degreeTitleRc']],
    codes: ['degreeAwarded'],
    start: 'degreeStartTermYyyyst',
  },
  major: {
    by: [['majorCode', 'majorSegment']],
    codes: ['majorCode', 'majorSegment'],
    start: 'startTermYyyyst',
  },
};

/** An item, by its key or its nature; empty: a new item. */
export type ItemRef = Readonly<Record<string, string | number | null>>;

/** An item at an end of a relationship: as above, or the index of a row of the same proposal. */
export type EndRef = ItemRef | { readonly row: number };

/** A row of a proposal. `ref` names an item, or the items at both ends of a relationship: `{ school: {…}, major: {…} }`. */
export interface ProposalRow {
  kind: string;
  ref: ItemRef | Readonly<Record<string, EndRef>>;
  delete?: true;
  /** Fields of the edit form. */
  values?: Readonly<Record<string, unknown>>;
  /** The version that the preview gave. */
  version?: number | null;
}

const object = { type: 'object', additionalProperties: true };
const rowJson = {
  type: 'object',
  description: `At most ${MOST_OF_ROW.bytes} bytes, ${MOST_OF_ROW.names} names in all, and a nesting of ${MOST_OF_ROW.depth}.`,
  properties: {
    kind: { type: 'string', enum: changeKinds },
    ref: {
      ...object,
      description: `An item by its key (${Object.values(itemKinds)
        .map(({ key }) => key)
        .join(', ')}), by its nature, or {} for a new one; of a relationship both ends by their kinds.`,
    },
    delete: { type: 'boolean', const: true },
    values: { ...object, description: 'Fields of the edit form.' },
    version: { type: ['integer', 'null'], minimum: 1, description: 'The version that the preview gave.' },
  },
  required: ['kind', 'ref'],
  additionalProperties: false,
};

/** The rows of a proposal. Each is checked by itself, so that one that is no row at all is refused like any other. */
const rows = field<unknown[]>(
  { label: 'Rows', required: true },
  { type: 'array', items: rowJson, maxItems: MOST_ROWS },
  (value, fail) => {
    if (value === undefined || value === null) fail('REQUIRED', 'Rows are required');
    else if (!Array.isArray(value)) fail('BAD_TYPE', 'Rows must be a list');
    return value as unknown[];
  },
);

const proposalSources = [
  { value: 'import', label: 'Import' },
  { value: 'bulk', label: 'Many at once' },
] as const;

/** What is asked of a preview. */
export const previewForm = form('PROPOSAL', { rows });

/** What is to be saved. `id` is made by the client: sent again, it is not saved again. */
export const applyForm = form('PROPOSAL', {
  id: uuid('ID'),
  origin: requiredChoice('Origin', proposalSources),
  title: text('Title', 200),
  reason: reason(),
  rows,
});
export type ApplyForm = FormValues<typeof applyForm>;

/** What saving a proposal does with a row. */
export const outcomes = ['create', 'update', 'delete', 'same', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** A row as the preview shows it. `key`, `label` and `version` are those of what is stored, null if there is nothing yet. */
export const previewRow = z.object({
  index: z.int(),
  outcome: z.enum(outcomes),
  key: z.nullable(z.string()),
  label: z.nullable(z.string()),
  version: z.nullable(z.int()),
  fields: z.array(z.object({ name: z.string(), before: storedValue, after: storedValue })),
  errors: z.array(apiError),
  warnings: z.array(z.string()),
});
export type PreviewRow = z.output<typeof previewRow>;

/** How many rows have each outcome, and how many that are not refused are to be confirmed. */
export const previewCounts = z.object({
  create: z.int(),
  update: z.int(),
  delete: z.int(),
  same: z.int(),
  refused: z.int(),
  warned: z.int(),
});
export type PreviewCounts = z.output<typeof previewCounts>;

/** The answer to a preview, in the order of the rows. The counts tell what is not written out. */
export const preview = z.object({ rows: z.array(previewRow), counts: previewCounts });
export type Preview = z.output<typeof preview>;
