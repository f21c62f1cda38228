import { EARLIER_VALUE } from '../../../contract/earlierValues.ts';
import type { FieldFacts } from '../../../contract/field.ts';
import { factsOfForm } from '../../../contract/form.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { allRelationshipKinds, keyNames } from '../../../contract/relationships.ts';

/** The file that lists the other files of an export with their sums, from which import sees whether they were changed. */
export const MANIFEST = 'export.json';
export const FORMAT = 1;

/** The content of that file: the SHA-256 of each table's file by its name, in hex. */
export interface ExportManifest {
  format: number;
  files: Record<string, string>;
}

/** A table of an export. Its columns are JSON names: first those of keys, then those of fields. */
export interface ExportedTable {
  kind: string;
  file: string;
  keys: readonly string[];
  fields: Readonly<Record<string, FieldFacts>>;
}

const withoutVersion = (form: Parameters<typeof factsOfForm>[0]) => {
  const { version: _version, ...fields } = factsOfForm(form);
  return fields;
};

const text = (label: string): FieldFacts => ({ label, required: false });

/** The tables of an export, items before what names them. The files have names that import knows. */
export const exportedTables: readonly ExportedTable[] = [
  ...(Object.keys(itemKinds) as ItemKind[]).map((kind) => {
    const { collection, key } = itemKinds[kind];
    const { [key]: _key, ...fields } = withoutVersion(kindForms[kind].editForm);
    return { kind, file: `${collection}.csv`, keys: [key], fields };
  }),
  ...allRelationshipKinds.map((kind) => {
    const { from, to } = keyNames(kind);
    return { kind: kind.name, file: `${kind.name}.csv`, keys: [from, to], fields: withoutVersion(kind.form) };
  }),
  {
    kind: EARLIER_VALUE,
    file: `${EARLIER_VALUE}s.csv`,
    keys: Object.values(itemKinds).map(({ key }) => key),
    fields: { field: text('Field'), lastTerm: text('Last Term'), value: text('Value') },
  },
];

/** The lookups of an export, which `npm run lookups` reads. */
export const exportedLookups = ['terms', 'award-types'] as const;

/** How a file has a flag without a value. Everything else without a value is an empty cell. */
export const NO_FLAG = '(empty)';
