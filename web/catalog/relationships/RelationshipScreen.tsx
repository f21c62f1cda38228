import { useUrlParams } from '../../lib/searchParams.ts';
import { Message } from '../items/ItemNotFound.tsx';
import { Relate } from './Relate.tsx';
import { readRelationshipUrl } from './relationshipUrl.ts';

/** Creates or edits a relationship between two items (spec 2). The URL identifies them. */
export default function RelationshipScreen() {
  const { params } = useUrlParams();
  const { from, fromKey, toType, link, toKey, back } = readRelationshipUrl(params);
  if (!from || !toType)
    return <Message heading="Relate" text="From type and to type must be provided. Please try again." />;
  if (!link) return <Message heading="Relate" text="Failed to find list of to type." />;
  // Different ends need a new form.
  return <Relate key={[from, fromKey, toType, toKey].join()} {...{ from, fromKey, link, toKey, back }} />;
}
