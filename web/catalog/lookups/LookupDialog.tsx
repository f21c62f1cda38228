import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { type LookupKind, type Lookups, lookupKinds } from '../../../contract/lookups.ts';
import { Conflict } from '../../history/conflict/Conflict.tsx';
import { useConflict } from '../../history/conflict/useConflict.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change } from '../../lib/api.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { type FormHandle, SaveForm } from '../../ui/form/SaveForm.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useOpening } from '../../ui/popups/useOpening.ts';
import { keyOf, type LookupView, lookupEndpoint, nounOf } from './lookupView.ts';

interface Props<K extends LookupKind> {
  view: LookupView<K>;
  opened: boolean;
  /** The row to edit, or null to create one. */
  row: Lookups[K] | null;
  onClose: () => void;
}

/** 'Create Term' or 'Edit Term'. Each opening starts with a fresh form; the last form stays visible while it fades out. */
export function LookupDialog<K extends LookupKind>({ view, opened, row, onClose }: Props<K>) {
  const opening = useOpening(opened);
  const form = useRef<FormHandle>(null);
  return (
    <Dialog
      opened={opened}
      title={`${row ? 'Edit' : 'Create'} ${view.title}`}
      subject={row ? view.labelOf(row) : undefined}
      width="36rem"
      onClose={() => form.current?.leave()}
    >
      {opening > 0 && <LookupForm key={opening} {...{ view, row, form, onClose }} />}
    </Dialog>
  );
}

/** The name of the draft for editing a row, or for creating one if `row` is null. */
export const draftName = <K extends LookupKind>(view: LookupView<K>, row: Lookups[K] | null) =>
  `${view.kind}/${row ? keyOf(view, row) : ''}`;

interface FormProps<K extends LookupKind> extends Pick<Props<K>, 'view' | 'row' | 'onClose'> {
  form: RefObject<FormHandle | null>;
}

function LookupForm<K extends LookupKind>({ view, row, form, onClose }: FormProps<K>) {
  const client = useQueryClient();
  const showChangeToast = useChangeToast();
  const { kind, listQuery, CreateFields, EditFields } = view;
  const conflict = useConflict(async () => {
    const rows = await client.fetchQuery({ ...listQuery, staleTime: 0 });
    return row ? rows.find((one) => keyOf(view, one) === keyOf(view, row)) : undefined;
  });
  return (
    <SaveForm
      ref={form}
      form={view.form}
      start={inputValues(view.form, row ?? {})}
      draftName={draftName(view, row)}
      subject={row ? view.labelOf(row) : undefined}
      save={(body, how) =>
        row
          ? change<Lookups[K]>('PUT', lookupEndpoint(kind, keyOf(view, row)), { body, ...how })
          : change<Lookups[K]>('POST', `/${lookupKinds[kind].collection}`, { body, ...how })
      }
      onSaved={({ requestId }) => {
        // Lists, dropdowns and reports show its label.
        void client.invalidateQueries();
        showChangeToast(`The ${nounOf(view)} has been successfully ${row ? 'updated' : 'added'}`, requestId);
      }}
      onLeave={onClose}
      takeErrors={conflict.takeErrors}
    >
      {conflict.found && (
        <Conflict key={conflict.found.theirs.version} form={view.form} found={conflict.found}>
          Someone else has saved this <span>{nounOf(view)}</span> in the meantime.
        </Conflict>
      )}
      {row ? <EditFields /> : <CreateFields />}
    </SaveForm>
  );
}
