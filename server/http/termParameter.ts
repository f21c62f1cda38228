import * as z from 'zod/mini';
import { isCleanText } from '../../contract/text.ts';

/** A query parameter with the code of a term (`yyyyst`). Whether the lookup has the term is checked later. */
export const termParameter = z.string().check(z.minLength(1), z.refine(isCleanText));
