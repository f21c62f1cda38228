import type { ErrorItem } from '../../contract/errors.ts';
import { TERM_CODE } from '../../contract/lookups.ts';
import type { Db } from '../db/tables.ts';
import { ApiError } from '../errors.ts';

/** A parameter of a request with a term code (`yyyyst`), undefined if it is not sent. */
interface TermParameter {
  field: string;
  /** Its name in messages. */
  label: string;
  term: string | undefined;
}

/** Throws a 422 with the error `{ENTITY}_{FIELD}_UNKNOWN_VALUE` for each term that is not in the lookup. */
export async function requireKnownTerms(
  db: Db,
  entity: string,
  parameters: readonly TermParameter[],
): Promise<void> {
  const errors = await unknownTerms(db, entity, parameters);
  if (errors.length > 0) throw new ApiError(422, errors);
}

/** The error `{ENTITY}_{FIELD}_UNKNOWN_VALUE` for each term that is not in the lookup. */
export async function unknownTerms(
  db: Db,
  entity: string,
  parameters: readonly TermParameter[],
): Promise<ErrorItem[]> {
  const sent = parameters.flatMap(({ term, ...parameter }) =>
    term === undefined ? [] : [{ ...parameter, term }],
  );
  if (sent.length === 0) return [];
  // Any other text is unknown too, but may be one that the database cannot store.
  const terms = sent.map(({ term }) => term).filter((term) => TERM_CODE.test(term));
  const known =
    terms.length === 0
      ? []
      : await db.selectFrom('term').select('termYyyyst').where('termYyyyst', 'in', terms).execute();
  const unknown = sent.filter(({ term }) => !known.some(({ termYyyyst }) => termYyyyst === term));
  return unknown.map(({ field, label, term }) => ({
    code: `${entity}_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}_UNKNOWN_VALUE`,
    field,
    message: `${label} ${term.slice(0, 60)} does not exist`,
  }));
}
