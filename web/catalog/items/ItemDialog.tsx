import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import type { Detail } from '../../../contract/details.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { Conflict, SavedBy } from '../../history/conflict/Conflict.tsx';
import { useConflict } from '../../history/conflict/useConflict.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change, request } from '../../lib/api.ts';
import { earlierValuesQuery } from '../../lib/queries.ts';
import { type FilledValues, type FormHandle, SaveForm } from '../../ui/form/SaveForm.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useOpening } from '../../ui/popups/useOpening.ts';
import { Effective } from './Effective.tsx';
import { EFFECTIVE, editFormOf } from './editForm.ts';
import { formProps } from './formProps.ts';
import { type ItemView, itemEndpoint, itemOf, keyOf, labelOf } from './itemView.ts';
import { addToList, mergeEdited } from './updateList.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  opened: boolean;
  /** The item to edit, or null to create one. */
  item: Items[K] | null;
  /** The initial values of an edit, if they differ from the saved ones. */
  filled?: FilledValues | undefined;
  onClose: () => void;
}

/**
 * 'Create X' or 'Edit X' (spec 2). Each opening starts with a fresh form; the last form stays visible while it fades out.
 */
export function ItemDialog<K extends ItemKind>({ view, opened, item, filled, onClose }: Props<K>) {
  const opening = useOpening(opened);
  const form = useRef<FormHandle>(null);
  const shared = { view, form, onClose };
  return (
    <Dialog
      opened={opened}
      title={`${item ? 'Edit' : 'Create'} ${view.title}`}
      subject={item ? labelOf(view, item) : undefined}
      width="56rem"
      onClose={() => form.current?.leave()}
    >
      {opening > 0 &&
        (item ? (
          <EditForm key={opening} item={item} filled={filled} {...shared} />
        ) : (
          <CreateForm key={opening} {...shared} />
        ))}
    </Dialog>
  );
}

interface FormProps<K extends ItemKind> {
  view: ItemView<K>;
  form: RefObject<FormHandle | null>;
  onClose: () => void;
}

function CreateForm<K extends ItemKind>({ view, form, onClose }: FormProps<K>) {
  const client = useQueryClient();
  const showChangeToast = useChangeToast();
  const { kind, CreateFields } = view;
  return (
    <SaveForm
      ref={form}
      {...formProps(view, null)}
      save={(body, how) =>
        // A list, because the server creates one degree per award (spec 3).
        change<Items[K] | Items[K][]>('POST', `/${itemKinds[kind].collection}`, { body, ...how })
      }
      onSaved={({ data: created, requestId }) => {
        void addToList(client, view, [created].flat() as Items[K][]);
        showChangeToast(`The ${kind} has been successfully added`, requestId);
      }}
      onLeave={onClose}
    >
      <CreateFields />
    </SaveForm>
  );
}

interface EditProps<K extends ItemKind> extends FormProps<K> {
  item: Items[K];
  filled: FilledValues | undefined;
}

function EditForm<K extends ItemKind>({ view, form, onClose, item, filled }: EditProps<K>) {
  const client = useQueryClient();
  const showChangeToast = useChangeToast();
  const { kind, EditFields } = view;
  const path = itemEndpoint(kind, keyOf(view, item));
  const conflict = useConflict(async () => {
    const theirs = itemOf(await request<Detail<K>>('GET', path), kind);
    void mergeEdited(client, view, theirs);
    return theirs;
  });
  return (
    <SaveForm
      ref={form}
      {...formProps(view, item)}
      filled={filled}
      subject={labelOf(view, item)}
      save={({ [EFFECTIVE]: effectiveTerm, ...body }, how) =>
        change<Items[K]>('PUT', path, { body, effectiveTerm: effectiveTerm as string | null, ...how })
      }
      onSaved={({ data: edited, requestId }) => {
        void client.invalidateQueries({ queryKey: earlierValuesQuery.queryKey });
        void mergeEdited(client, view, edited);
        showChangeToast(`The ${kind} has been successfully updated`, requestId);
      }}
      onLeave={onClose}
      takeErrors={conflict.takeErrors}
    >
      {conflict.found && (
        <Conflict key={conflict.found.theirs.version} form={editFormOf(kind)} found={conflict.found}>
          <SavedBy
            noun={kind}
            by={String(conflict.found.theirs[view.savedBy])}
            at={conflict.found.theirs.lastModified}
          />
        </Conflict>
      )}
      <EditFields />
      <Effective kind={kind} />
    </SaveForm>
  );
}
