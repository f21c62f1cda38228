import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { ItemKey } from '../../contract/kinds.ts';
import { type MajorDegreeForm, majorDegreeForm } from '../../contract/majorDegree.ts';
import {
  type RelationshipForm,
  type RelationshipKind,
  relationshipForm,
  relationshipKinds,
} from '../../contract/relationships.ts';
import type { Tables } from '../db/tables.ts';
import { keysRow } from './checks.ts';
import { type ConfirmWarnings, newRows, refuseUnknown, warningsOfNew, withoutVersion } from './commands.ts';
import { unknownValues } from './lookupChecks.ts';
import { insertAll, insertItems } from './storedRows.ts';

/**
 * Creates a major and its degrees, related to each other and to their schools and departments (contract 4). Returns the key of
 * the major.
 */
export async function createMajorDegree(
  trx: Transaction<Tables>,
  form: MajorDegreeForm,
  confirm: ConfirmWarnings,
): Promise<number> {
  refuseUnknown(await unknownValues(trx, majorDegreeForm, [{ values: form }]));
  const majorRows = newRows('major', [form.major]);
  const degreeRows = newRows('degree', [form.degree]);
  confirm([
    ...(await warningsOfNew(trx, 'major', majorRows)),
    ...(await warningsOfNew(trx, 'degree', degreeRows)),
  ]);
  const majors = await insertItems(trx, 'major', majorRows);
  const degrees = await insertItems(trx, 'degree', degreeRows);
  // The items are new, so there are no existing relationships to check.
  const relate = (
    kind: RelationshipKind,
    froms: readonly ItemKey[],
    tos: readonly ItemKey[],
    values: RelationshipForm,
  ) => {
    const pairs = froms.flatMap((from) => tos.map((to) => keysRow(kind, { from, to })));
    return insertAll(
      trx,
      kind.name,
      pairs.map((keys) => ({ ...withoutVersion(values), ...keys })),
    );
  };
  // Like a form with only the terms.
  const { startTerm, endTerm } = form.majorDegree;
  const span = z.parse(relationshipForm.schema, { startTerm, endTerm });
  const kinds = relationshipKinds;
  await relate(kinds.majorDegree, majors, degrees, form.majorDegree);
  await relate(kinds.schoolMajor, form.majorSchools, majors, span);
  await relate(kinds.majorDepartment, majors, form.majorDepartments, span);
  await relate(kinds.schoolDegree, form.degreeSchools, degrees, span);
  await relate(kinds.degreeDepartment, degrees, form.degreeDepartments, span);
  return Number(majors[0]);
}
