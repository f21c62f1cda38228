import type { ItemKind } from '../../../contract/kinds.ts';
import type { AwardType, Term } from '../../../contract/lookups.ts';
import type { Known, KnownItem } from '../../../intake/intake.ts';
import { listJson } from '../../catalog/itemJson.ts';
import type { Db } from '../../db/tables.ts';

/** The data for lookups of texts in a file, in the form of the API. */
export async function knownIn(db: Db): Promise<Known> {
  const terms: Term[] = await db
    .selectFrom('term')
    .select(['termYyyyst', 'termLetterYear'])
    .orderBy('termYyyyst')
    .execute();
  const awardTypes: AwardType[] = await db
    .selectFrom('awardType')
    .select(['degreeShort', 'degreeCode'])
    .execute();
  const list = async (kind: ItemKind) => JSON.parse(await listJson(db, kind)) as KnownItem[];
  const items = {
    school: await list('school'),
    department: await list('department'),
    degree: await list('degree'),
    major: await list('major'),
  };
  return { terms, awardTypes, items };
}
