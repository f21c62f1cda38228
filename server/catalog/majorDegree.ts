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
  given: MajorDegreeForm,
): Promise<{ majorKey: number; warnings: string[] }> {
  refuseUnknown(await unknownValues(trx, majorDegreeForm, [{ values: given }]));
  const major = await createKnown(trx, 'major', [given.major]);
  const degree = await createKnown(trx, 'degree', [given.degree]);
  const majors = major.rows.map((row) => keyOf('major', row));
  const degrees = degree.rows.map((row) => keyOf('degree', row));
  // The items are new, so no existing relationships need to be checked.
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
  // As a form in which only the terms are filled in.
  const { startTerm, endTerm } = given.majorDegree;
  const span = z.parse(relationshipForm.schema, { startTerm, endTerm });
  const kinds = relationshipKinds;
  await relate(kinds.majorDegree, majors, degrees, given.majorDegree);
  await relate(kinds.schoolMajor, given.majorSchools, majors, span);
  await relate(kinds.majorDepartment, majors, given.majorDepartments, span);
  await relate(kinds.schoolDegree, given.degreeSchools, degrees, span);
  await relate(kinds.degreeDepartment, degrees, given.degreeDepartments, span);
  return { majorKey: Number(majors[0]), warnings: [...major.warnings, ...degree.warnings] };
}
