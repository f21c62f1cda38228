import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Details } from '../../contract/details.ts';
import type { ErrorItem } from '../../contract/errors.ts';
import type { Form } from '../../contract/form.ts';
import type { ItemKey, ItemKind } from '../../contract/items.ts';
import {
  hasProgram,
  pairOf,
  programForm,
  type Relationship,
  relationshipForm,
} from '../../contract/relationships.ts';
import { ApiError, call } from '../api.ts';
import { Conflict } from '../form/Conflict.tsx';
import { heldValues } from '../form/held.ts';
import { SaveForm } from '../form/SaveForm.tsx';
import { useConflict } from '../form/useConflict.ts';
import { callPathOf, keyOf } from '../items/items.ts';
import { itemPath } from '../paths.ts';
import { showErrors } from '../popups/popups.ts';
import { showToast } from '../popups/toasts.ts';
import { detailQuery } from '../queries.ts';
import { callPath } from './callPath.ts';
import { relatedOf } from './ends.ts';
import { ProgramFields, RelationshipFields } from './fields.tsx';

interface Props {
  from: ItemKind;
  fromKey: ItemKey;
  to: ItemKind;
  /** The target; null: none is chosen yet. */
  toKey: ItemKey | null;
  back: string | null;
  /** The relationship that is edited. */
  saved: Relationship | undefined;
}

/** Spec 8. */
const NO_TARGET: ErrorItem = {
  code: 'RELATIONSHIP_TO_OBJECT_REQUIRED',
  message: 'You must select an item to relate to',
  field: 'toObject',
};

const savedBy = ({ lastModifiedBy }: Relationship) => lastModifiedBy;

/** How two items are related. After saving it goes back to where one came from, else to the source. */
export function RelationshipForm({ from, fromKey, to, toKey, back, saved }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [start] = useState(saved);
  const { form, Fields } = formOf(from, to);
  const conflict = useConflict<Relationship>(async () => {
    const detail = await call<Details[ItemKind]>('GET', callPathOf(from, fromKey));
    return relatedOf(detail, to).find(({ item }) => String(keyOf({ kind: to }, item)) === String(toKey));
  });
  return (
    // Also while fields are still in error: both can be put right at once.
    <div onSubmitCapture={() => toKey === null && showErrors([NO_TARGET])}>
      <SaveForm
        form={form}
        start={heldValues(form, start ?? {})}
        draftName={`relationship/${from}/${fromKey}/${to}/${start ? toKey : ''}`}
        save={async (body, override) => {
          if (toKey === null) throw new ApiError([NO_TARGET]);
          await call('POST', callPath({ from, fromKey, to, toKey }), { body, override });
          // Where one goes back to must know.
          await client.invalidateQueries({ queryKey: detailQuery(from, fromKey).queryKey });
        }}
        onSaved={() => showToast('The relationship has been successfully saved')}
        onLeave={() => void navigate(back ?? itemPath(from, fromKey))}
        isMoreChanged={!start && toKey !== null}
        takeErrors={conflict.takeErrors}
      >
        {conflict.found && (
          <Conflict
            key={conflict.found.theirs.version}
            noun="relationship"
            form={form}
            found={conflict.found}
            savedBy={savedBy}
          />
        )}
        <Fields />
      </SaveForm>
    </div>
  );
}

const program = { form: programForm as unknown as Form, Fields: ProgramFields };
const plain = { form: relationshipForm as unknown as Form, Fields: RelationshipFields };

function formOf(one: ItemKind, other: ItemKind) {
  const pair = pairOf(one, other);
  return pair && hasProgram(pair) ? program : plain;
}
