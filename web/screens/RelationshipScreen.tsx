import { useAddress } from '../address.ts';
import { Message } from '../items/NotShown.tsx';
import { readAddress } from '../relationship/address.ts';
import { Relate } from '../relationship/Relate.tsx';

/** Relates two items, or edits how they are related (spec 2). Which ones, its address says. */
export default function RelationshipScreen() {
  const { params } = useAddress();
  const { from, fromKey, toType, link, toKey, back } = readAddress(params);
  if (!from || !toType)
    return <Message heading="Relate" text="From type and to type must be provided. Please try again." />;
  if (!link) return <Message heading="Relate" text="Failed to find list of to type." />;
  // Other ends are another form.
  return <Relate key={[from, fromKey, toType, toKey].join()} {...{ from, fromKey, link, toKey, back }} />;
}
