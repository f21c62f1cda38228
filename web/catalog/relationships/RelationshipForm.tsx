import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ItemKey, ItemKind } from '../../../contract/kinds.ts';
import type { Link, Relationship } from '../../../contract/relationships.ts';
import { Conflict, SavedBy } from '../../history/conflict/Conflict.tsx';
import { useConflict } from '../../history/conflict/useConflict.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change, RequestError, request } from '../../lib/api.ts';
import { itemPath } from '../../lib/paths.ts';
import { detailQuery } from '../../lib/queries.ts';
import { useFieldValue } from '../../ui/form/fields.tsx';
import { inputValues } from '../../ui/form/inputValues.ts';
import { SaveForm } from '../../ui/form/SaveForm.tsx';
import { showErrors } from '../../ui/popups/popupStore.ts';
import { itemEndpoint, keyOf } from '../items/itemView.ts';
import { relationshipViewOf } from '../kinds/relationship.tsx';
import { endpointOf } from './endpoint.ts';
import { relatedOf } from './ends.ts';
import { NO_TARGET } from './noTarget.ts';

interface Props {
  from: ItemKind;
  fromKey: ItemKey;
  link: Link;
  /** The target, or null if none is selected yet. */
  toKey: ItemKey | null;
  back: string | null;
  /** The stored relationship when editing, else undefined. */
  saved: Relationship | undefined;
  /** Called with the start term that the user selects in the form. Must be stable. */
  onStart: (term: string | null) => void;
}

const savedBy = ({ lastModifiedBy }: Relationship) => lastModifiedBy;

/** The fields of a relationship. After saving it goes to `back`, or else to the source item. */
export function RelationshipForm({ from, fromKey, link, toKey, back, saved, onStart }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const showChangeToast = useChangeToast();
  const [start] = useState(saved);
  const { to, name, relationship } = link;
  const { form } = relationship;
  const { Fields } = relationshipViewOf(relationship);
  const conflict = useConflict<Relationship>(async () => {
    const detail = await request<object>('GET', itemEndpoint(from, fromKey));
    return relatedOf(detail, link).find(({ item }) => String(keyOf({ kind: to }, item)) === String(toKey));
  });
  return (
    // Reports a missing target even if fields are invalid too, so that both can be fixed at once.
    <div onSubmitCapture={() => toKey === null && showErrors([NO_TARGET])}>
      <SaveForm
        form={form}
        start={inputValues(form, start ?? {})}
        draftName={`relationship/${from}/${fromKey}/${name}/${start ? toKey : ''}`}
        save={async (body, how) => {
          if (toKey === null) throw new RequestError([NO_TARGET]);
          const changed = await change('POST', endpointOf({ link, fromKey, toKey }), { body, ...how });
          // The screen that opens next must show the change.
          await client.invalidateQueries({ queryKey: detailQuery(from, fromKey).queryKey });
          return changed;
        }}
        onSaved={({ requestId }) =>
          showChangeToast('The relationship has been successfully saved', requestId)
        }
        onLeave={() => void navigate(back ?? itemPath(from, fromKey))}
        isMoreChanged={!start && toKey !== null}
        takeErrors={conflict.takeErrors}
      >
        {conflict.found && (
          <Conflict key={conflict.found.theirs.version} form={form} found={conflict.found}>
            <SavedBy
              noun="relationship"
              by={savedBy(conflict.found.theirs)}
              at={conflict.found.theirs.lastModified}
            />
          </Conflict>
        )}
        <Fields />
        <StartTermObserver onStart={onStart} />
      </SaveForm>
    </div>
  );
}

/** Content outside the form depends on its start term. */
function StartTermObserver({ onStart }: Pick<Props, 'onStart'>) {
  const term = useFieldValue('startTerm') as string | null;
  useEffect(() => onStart(term || null), [term, onStart]);
  return null;
}
