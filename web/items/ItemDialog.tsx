import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { Detail } from '../../contract/details.ts';
import type { ItemKind, Items } from '../../contract/items.ts';
import { itemKinds } from '../../contract/items.ts';
import { call } from '../api.ts';
import { Conflict } from '../conflict/Conflict.tsx';
import { useConflict } from '../conflict/useConflict.ts';
import { type FormHandle, SaveForm } from '../form/SaveForm.tsx';
import { Dialog } from '../popups/Dialog.tsx';
import { showToast } from '../popups/toasts.ts';
import { addToList, mergeEdited } from './changes.ts';
import { formProps } from './formProps.ts';
import { callPathOf, type ItemView, itemOf, keyOf } from './items.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  opened: boolean;
  /** The item to edit, or null to create one. */
  item: Items[K] | null;
  onClose: () => void;
}

/**
 * 'Create X' or 'Edit X' (spec 2). Each opening starts with a fresh form; the last one stays visible while it fades
 * out.
 */
export function ItemDialog<K extends ItemKind>({ view, opened, item, onClose }: Props<K>) {
  const [opening, setOpening] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpening(opening + 1);
  }
  const form = useRef<FormHandle>(null);
  const shared = { view, form, onClose };
  return (
    <Dialog
      opened={opened}
      title={`${item ? 'Edit' : 'Create'} ${view.title}`}
      width="54rem"
      onClose={() => form.current?.leave()}
    >
      {opening > 0 &&
        (item ? (
          <EditForm key={opening} item={item} {...shared} />
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
  const { kind, CreateFields } = view;
  return (
    <SaveForm
      ref={form}
      {...formProps(view, null)}
      save={(body, override) =>
        // A list, because one degree is created per award (spec 3).
        call<Items[K] | Items[K][]>('POST', `/${itemKinds[kind].collection}`, { body, override })
      }
      onSaved={(created) => {
        void addToList(client, view, [created].flat() as Items[K][]);
        showToast(`The ${kind} has been successfully added`);
      }}
      onLeave={onClose}
    >
      <CreateFields />
    </SaveForm>
  );
}

function EditForm<K extends ItemKind>({ view, form, onClose, item }: FormProps<K> & { item: Items[K] }) {
  const client = useQueryClient();
  const { kind, editForm, EditFields } = view;
  const path = callPathOf(kind, keyOf(view, item));
  const conflict = useConflict(async () => {
    const theirs = itemOf(await call<Detail<K>>('GET', path), kind);
    void mergeEdited(client, view, theirs);
    return theirs;
  });
  return (
    <SaveForm
      ref={form}
      {...formProps(view, item)}
      save={(body, override) => call<Items[K]>('PUT', path, { body, override })}
      onSaved={(edited) => {
        void mergeEdited(client, view, edited);
        showToast(`The ${kind} has been successfully updated`);
      }}
      onLeave={onClose}
      takeErrors={conflict.takeErrors}
    >
      {conflict.found && (
        <Conflict
          key={conflict.found.theirs.version}
          noun={kind}
          form={editForm}
          found={conflict.found}
          savedBy={view.savedBy}
        />
      )}
      <EditFields />
    </SaveForm>
  );
}
