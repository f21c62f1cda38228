import { type ItemKind, itemKinds } from '../../contract/items.ts';
import { relationshipsOf } from '../../contract/relationships.ts';

const isKind = (text: string | null): text is ItemKind => text !== null && Object.hasOwn(itemKinds, text);

/** A page of this application and no other address, whoever wrote the link. */
const isPage = (text: string | null): text is string => text !== null && /^\/(?![/\\])\P{Cc}*$/u.test(text);

/** Letters and digits: '..' would make another call of a path that it is put into. */
const isKey = (text: string | null): text is string => text !== null && /^[0-9a-z]+$/i.test(text);

/** What an address that `relationshipPath` has made says. */
export function readAddress(params: URLSearchParams) {
  const [from, to, back] = [params.get('from'), params.get('to'), params.get('back')];
  const links = isKind(from) ? relationshipsOf(from) : [];
  const fromKey = params.get('fromKey');
  return {
    from: isKind(from) ? from : null,
    fromKey: isKey(fromKey) ? fromKey : '',
    /** As it is written, known or not. */
    toType: to,
    link: links.find(({ name }) => name === to),
    toKey: params.get('toKey'),
    back: isPage(back) ? back : null,
  };
}
