import * as z from 'zod/mini';
import { apiError } from './errors.ts';
import { field } from './field.ts';
import { reason, requiredChoice, text, uuid } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { catalogKinds, changeKinds, storedValue } from './history.ts';
import { itemKinds } from './kinds.ts';
import { lookupKinds } from './lookups.ts';

/** Changes of many rows at once: previewed first, then saved all or none (contract 9). */

/** The maximum number of rows of a proposal, and the maximum number of bytes of its body. */
export const MOST_ROWS = 20_000;
export const MOST_BYTES = 8_000_000;

/** The maximum size of a row: its bytes of JSON, its names in total, and its levels of brackets, including its own. */
export const MOST_OF_ROW = { bytes: 16_384, names: 100, depth: 4 };

/** The maximum number of different names in all rows: about ten times those of all forms. */
export const MOST_NAMES = 1_000;

/** The maximum number of errors and warnings in a response. */
export const MOST_WRITTEN = 100;

/** An item, by its key or its natural key; empty for a new item. */
export type ItemRef = Readonly<Record<string, string | number | null>>;

/** An item at an end of a relationship: an `ItemRef`, or the index of a row of the same proposal. */
export type EndRef = ItemRef | { readonly row: number };

/**
 * A row of a proposal. `ref` names an item; the items at both ends of a relationship: `{ school: {…}, major: {…} }`; or an
 * earlier value: `{ major: {…}, field: 'title20', lastTerm: '201992' }`; or a term or an award type, by its key.
 */
export interface ProposalRow {
  kind: string;
  ref: ItemRef | Readonly<Record<string, EndRef | string>>;
  delete?: true;
  /** Fields of the edit form; of an earlier value its `value`. */
  values?: Readonly<Record<string, unknown>>;
  /** For an item: the term (`yyyyst`) from which on its changed names and codes apply (contract 14). */
  effectiveTerm?: string;
  /** The version in the preview. */
  version?: number | null;
}

const object = { type: 'object', additionalProperties: true };
const rowJson = {
  type: 'object',
  description: `At most ${MOST_OF_ROW.bytes} bytes, ${MOST_OF_ROW.names} names in total, and ${MOST_OF_ROW.depth} levels of nesting; in all rows at most ${MOST_NAMES} different names.`,
  properties: {
    kind: { type: 'string', enum: changeKinds },
    ref: {
      ...object,
      description: `An item by its key (${Object.values(itemKinds)
        .map(({ key }) => key)
        .join(
          ', ',
        )}), by its natural key, or {} for a new item; for a relationship, both ends by their kinds; for an earlier value, its item by its kind, and its field and lastTerm; for a term or an award type, its ${Object.values(
        lookupKinds,
      )
        .map(({ key }) => key)
        .join(' or ')}.`,
    },
    delete: { type: 'boolean', const: true },
    values: { ...object, description: 'Fields of the edit form; of an earlier value its value.' },
    effectiveTerm: {
      type: 'string',
      description: 'For an item: the term from which on its changed names and codes apply.',
    },
    version: { type: ['integer', 'null'], minimum: 1, description: 'The version in the preview.' },
  },
  required: ['kind', 'ref'],
  additionalProperties: false,
};

/** A row of a proposal that the server suggests. */
export const proposalRow = z.object({
  kind: z.enum(catalogKinds as [string, ...string[]]),
  ref: z.record(z.string(), z.unknown()),
  values: z.optional(z.record(z.string(), storedValue)),
});

/** The rows of a proposal. Each is checked by itself later, so an invalid row is rejected like any other row. */
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

/** The form of a preview. */
export const previewForm = form('PROPOSAL', { rows });

/** The form to apply a proposal. The client creates `id`: a proposal sent again with the same ID is not saved again. */
export const applyForm = form('PROPOSAL', {
  id: uuid('ID'),
  origin: requiredChoice('Origin', proposalSources),
  title: text('Title', 200),
  reason: reason(),
  rows,
});
export type ApplyForm = FormValues<typeof applyForm>;

/** The outcomes of a row when its proposal is saved. */
export const outcomes = ['create', 'update', 'delete', 'same', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** A row of a preview. `key`, `label` and `version` are those of the stored item or relationship; null if it is new. */
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

/** The number of rows with each outcome, and the number of rows without errors whose warnings need confirmation. */
export const previewCounts = z.object({
  create: z.int(),
  update: z.int(),
  delete: z.int(),
  same: z.int(),
  refused: z.int(),
  warned: z.int(),
});
export type PreviewCounts = z.output<typeof previewCounts>;

/** The response to a preview, in the order of the rows. The counts include errors and warnings beyond the maximum. */
export const preview = z.object({ rows: z.array(previewRow), counts: previewCounts });
export type Preview = z.output<typeof preview>;
