import type { ErrorItem } from '../../../contract/errors.ts';
import type { ChangeSet } from '../../../contract/history.ts';
import type { Json } from '../../catalog/itemJson.ts';
import { undo } from '../../catalog/undoChangeSet.ts';
import type { UndoConflict } from '../../catalog/undoConflicts.ts';
import type { Actor } from '../../db/changeTransaction.ts';
import { largeChange } from '../../db/largeChanges.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, alreadyUndone, cannotUndo, changeSetNotFound } from '../../errors.ts';
import { limits } from '../../runtime/limits.ts';
import { sealedSet, setOf } from './changeSets.ts';

/**
 * Undoes a change set and returns the JSON of the set that does so. Throws an `ApiError` (contract 8), with each row that
 * stands in the way, and has changed nothing then. Times in messages are those of `timeZone`.
 */
export async function undoSet(db: Db, actor: Actor, id: string, timeZone: string): Promise<Json> {
  return await largeChange(db, { ...actor, origin: 'undo', undoes: id }, limits.longWork, async (trx) => {
    const found = await setOf(trx, id);
    if (!found) throw changeSetNotFound();
    refuseUnlessUndoable(found.set);
    const conflicts = await undo(trx, found.number);
    if (conflicts.length > 0) throw conflict(conflicts, timeZone);
    return await sealedSet(trx);
  });
}

function refuseUnlessUndoable({ origin, undoneBy }: ChangeSet): void {
  if (origin === 'sample') throw cannotUndo('The first load');
  if (origin === 'migration') throw cannotUndo('A change that came with an upgrade');
  if (undoneBy !== null) throw alreadyUndone();
}

const conflict = (conflicts: readonly UndoConflict[], timeZone: string) =>
  new ApiError(
    409,
    conflicts.map(
      (obstacle): ErrorItem => ({
        code: 'UNDO_CONFLICT',
        field: `${obstacle.kind}/${obstacle.key}`,
        message: sentence(obstacle, timeZone),
        label: obstacle.label,
        ...(obstacle.requestId === null ? {} : { blockedBy: obstacle.requestId }),
      }),
    ),
  );

/** Begins with the label, which clients tell apart from the rest. */
function sentence({ label, because, other, by, at }: UndoConflict, timeZone: string): string {
  const time =
    at && new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone });
  const who = by ? ` by ${by}` : '';
  const when = time ? ` on ${time}` : '';
  const messages: Record<UndoConflict['because'], string> = {
    changed: `${label} was changed${who}${when}.`,
    deleted: `${label} was deleted${who}${when}.`,
    created: `${label} was created anew${who}${when}.`,
    'end deleted': `${label} cannot come back: ${other ?? 'an item of it'} was deleted${who}${when}.`,
    related: `${label} cannot be deleted: ${other ?? 'a relationship of it'} was added${who}${when}.`,
    'award removed': `${label} needs the award type ${other}, which was removed${who}${when}. Add it again first.`,
    refused: `${label} cannot be written back as it was: the database has a rule against it now (${other}).`,
  };
  return messages[because];
}
