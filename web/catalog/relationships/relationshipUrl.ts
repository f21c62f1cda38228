import { isItemKind } from '../../../contract/kinds.ts';
import { relationshipsOf } from '../../../contract/relationships.ts';

/** A path within this application. Anyone can write a link, so other URLs are rejected. */
const isPage = (text: string | null): text is string => text !== null && /^\/(?![/\\])\P{Cc}*$/u.test(text);

/** Only letters and digits: '..' in an API path would lead to another endpoint. */
const isKey = (text: string | null): text is string => text !== null && /^[0-9a-z]+$/i.test(text);

/** The page to return to; null if the URL has none. */
export function readBack(params: URLSearchParams): string | null {
  const back = params.get('back');
  return isPage(back) ? back : null;
}

/** Reads a URL made by `relationshipPath`. Invalid parts become null, '' or undefined. */
export function readRelationshipUrl(params: URLSearchParams) {
  const [from, to] = [params.get('from'), params.get('to')];
  const links = isItemKind(from) ? relationshipsOf(from) : [];
  const fromKey = params.get('fromKey');
  return {
    from: isItemKind(from) ? from : null,
    fromKey: isKey(fromKey) ? fromKey : '',
    /** As given, even if it is unknown. */
    toType: to,
    link: links.find(({ name }) => name === to),
    toKey: params.get('toKey'),
    back: readBack(params),
  };
}
