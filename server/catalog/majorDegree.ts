import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { ItemKey } from '../../contract/items.ts';
import { type MajorDegreeForm, majorDegreeForm } from '../../contract/majorDegree.ts';
import {
  type RelationshipForm,
  type RelationshipKind,
  relationshipForm,
  relationshipKinds,
} from '../../contract/relationships.ts';
import type { Tables } from '../db/tables.ts';
import { keyOf, keysRow } from './checks.ts';
import { createKnown, refuseUnknown, withoutVersion } from './commands.ts';
import { unknownValues } from './lookupChecks.ts';
import { insertAll } from './storedRows.ts';

/** Creates a major and its degrees, related to each other and to their schools and departments (contract 4). */
export async function createMajorDegree(
  trx: Transaction<Tables>,
  form: MajorDegreeForm,
): Promise<{ majorKey: number; warnings: string[] }> {
  refuseUnknown(await unknownValues(trx, majorDegreeForm, [{ values: form }]));
  const major = await createKnown(trx, 'major', [form.major]);
  const degree = await createKnown(trx, 'degree', [form.degree]);
  const majors = major.rows.map((row) => keyOf('major', row));
  const degrees = degree.rows.map((row) => keyOf('degree', row));
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
  return { majorKey: Number(majors[0]), warnings: [...major.warnings, ...degree.warnings] };
}
