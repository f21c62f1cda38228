import type { ComponentType } from 'react';
import type { Named } from '../../history/describeChange.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { Message } from '../items/ItemNotFound.tsx';
import { Relate } from './Relate.tsx';
import { readRelationshipUrl } from './relationshipUrl.ts';

interface Props {
  /** Shows what is wrong with an existing relationship. `detail` contains it. */
  Findings: ComponentType<{ of: Named; detail: object }>;
}

/** Creates or edits a relationship between two items (spec 2). The URL identifies them. */
export default function RelationshipScreen({ Findings }: Props) {
  const { params } = useUrlParams();
  const { from, fromKey, toType, link, toKey, back } = readRelationshipUrl(params);
  if (!from || !toType)
    return <Message heading="Relate" text="From type and to type must be provided. Please try again." />;
  if (!link) return <Message heading="Relate" text="Failed to find list of to type." />;
  // Different ends need a new form.
  return (
    <Relate key={[from, fromKey, toType, toKey].join()} {...{ from, fromKey, link, toKey, back, Findings }} />
  );
}
