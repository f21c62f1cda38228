import * as z from 'zod/mini';
import { type ErrorItem, formErrors } from '../../../contract/errors.ts';
import type { Form } from '../../../contract/form.ts';
import type { PreviewRow } from '../../../contract/proposals.ts';
import { mergePartialUpdate } from '../../../contract/sent.ts';
import type { Db } from '../../db/tables.ts';
import { inBatches, mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { type LookupChanges, unknownValues } from '../lookupChecks.ts';
import type { Row } from '../storedRows.ts';
import type { ItemRow, LookupRow, RelationshipRow } from './proposedRow.ts';

// The values that rows save, and their changes.

/** The fields of a form that are stored. */
const storedFields = (form: Form): string[] => Object.keys(form.fields).filter((name) => name !== 'version');

/** The values to save, or the errors in the sent values. */
export type Read = { values: Row } | { errors: ErrorItem[] };

/** Reads the values of a new row: checks all fields of the form. */
export function readNew(form: Form, sent: Row): Read {
  const { success, data, error } = z.safeParse(form.schema, sent);
  return success ? { values: data } : { errors: formErrors(form, error.issues) };
}

/** Reads the values of a stored row: checks only the sent fields, and rules about them. */
export const readEdit = (form: Form, stored: Row, sent: Row): Read => mergePartialUpdate(form, stored, sent);

/** Sets the values to save of each row, or adds their errors. */
export async function readValues<R extends ItemRow | RelationshipRow | LookupRow>(
  rows: readonly R[],
  form: Form,
  read: (row: R) => Read,
): Promise<void> {
  const names = storedFields(form);
  await mapYielding(rows, (row) => {
    const result = read(row);
    if ('errors' in result) row.errors.push(...result.errors);
    else row.values = Object.fromEntries(names.map((name) => [name, result.values[name] ?? null]));
  });
}

/** Rejects terms and awards that do not exist once the rows of the same proposal for terms and award types are saved. */
export async function refuseUnknownValues(
  db: Db,
  form: Form,
  rows: readonly (ItemRow | RelationshipRow)[],
  changes: LookupChanges,
): Promise<void> {
  await inBatches(rows, async (batch) => {
    const inputs = batch.map(({ values = {}, stored }) => ({ values, stored: stored?.row }));
    const unknown = await unknownValues(db, form, inputs, changes);
    for (const [at, row] of batch.entries()) row.errors.push(...(unknown[at] ?? []));
  });
}

/** Compares the stored values of each row with the values to save. A key that the log does not have among the fields is left out. */
export async function compare(
  form: Form,
  rows: readonly (ItemRow | RelationshipRow | LookupRow)[],
  keyName?: string,
): Promise<void> {
  const names = storedFields(form)
    .filter((name) => name !== keyName)
    .toSorted();
  await mapYielding(rows, (row) => {
    const before: Row = row.stored?.row ?? {};
    const after: Row = row.isDelete ? {} : (row.values ?? {});
    row.fields = names
      .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
      .filter(({ before, after }) => before !== after) as PreviewRow['fields'];
  });
}
