import * as z from 'zod/mini';
import type { Place } from '../../catalog/quality/findingOrder.ts';

const place = z.tuple([z.string(), z.array(z.union([z.string(), z.int()])), z.string()]);

/** The text of the place of a finding, which means nothing to others. */
export const cursorOf = ({ label, keys, fingerprint }: Place): string =>
  Buffer.from(JSON.stringify([label, keys, fingerprint])).toString('base64url');

/** The place of a cursor; undefined if it is none that `cursorOf` has returned. */
export function placeOfCursor(cursor: string): Place | undefined {
  const { success, data } = z.safeParse(place, parsed(Buffer.from(cursor, 'base64url').toString()));
  if (!success) return undefined;
  const [label, keys, fingerprint] = data;
  return { label, keys, fingerprint };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
