import { Button } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import type { ErrorItem } from '../../contract/errors.ts';
import { form } from '../../contract/form.ts';
import type { ViewScreen } from '../../contract/viewScreens.ts';
import { type View, viewForm } from '../../contract/views.ts';
import { errorsOf } from '../lib/api.ts';
import { plainFieldsOf } from '../ui/form/fields.tsx';
import layout from '../ui/form/form.module.css';
import { FormStateProvider } from '../ui/form/formState.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { changedOf, useDialogForm } from '../ui/form/useDialogForm.tsx';
import { shortcut } from '../ui/keys/shortcut.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { createView, deleteView, isConflict, isGone, readViews, saveView } from './viewChanges.ts';
import classes from './views.module.css';

/** The part of a view that a user types. */
const { name, isShared } = viewForm.fields;
const typedForm = form('VIEW', { name, isShared });
const F = plainFieldsOf(typedForm);

interface Props {
  ref?: Ref<FormHandle>;
  /** The view to edit; null to save a new one. */
  view: View | null;
  screen: ViewScreen;
  /** The query of a new view. */
  query: string;
  onSaved: (id: string) => void;
  /** The user can no longer use the view. */
  onDeleted: () => void;
  onClose: () => void;
}

const GONE = 'This view no longer exists, or is no longer shared. Save keeps it as a new view of your own.';

/** The name of a view and whether it is shared. What was typed is kept after every error. */
export function ViewForm({ ref, view, screen, query, onSaved, onDeleted, onClose }: Props) {
  /** The version to save over; null to save a new view. */
  const [base, setBase] = useState(view);
  /** The version of someone else that has not been loaded yet. */
  const [theirs, setTheirs] = useState<View | null>(null);
  const { state, formRef, isSaving, leave, saveOnce, note } = useDialogForm({
    ref,
    form: typedForm,
    start: inputValues(typedForm, view ?? {}),
    draftName: `view:${view?.id}`,
    onClose,
  });

  const save = async (values: Pick<View, 'name' | 'isShared'>) => {
    try {
      const saved = base
        ? await saveView(base, values)
        : await createView({ screen, query: view?.query ?? query, ...values });
      showToast(`The view “${saved.name}” has been saved`);
      // A view of someone else that is no longer shared is gone for this user.
      if (saved.isMine || saved.isShared) onSaved(saved.id);
      else onDeleted();
      onClose();
      return true;
    } catch (error) {
      if (base && (isConflict(error) || isGone(error))) await takeConflict(base);
      else showFailure(errorsOf(error));
      return false;
    }
  };
  const takeConflict = async ({ id }: View) => {
    const newer = (await readViews()).find((one) => one.id === id) ?? null;
    setTheirs(newer);
    if (newer) return;
    setBase(null);
    showErrors([{ code: 'VIEW_NOT_FOUND', message: GONE }]);
  };
  const showFailure = (errors: readonly ErrorItem[]) => {
    const isOfName = ({ field }: ErrorItem) => field === 'name';
    state.showServerErrors(errors.filter(isOfName));
    const others = errors.filter((error) => !isOfName(error));
    if (others.length > 0) showErrors(others);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { values } = state.check();
    if (values) void saveOnce(() => save(values as Pick<View, 'name' | 'isShared'>));
  };

  const load = (newer: View) => {
    const values = inputValues(typedForm, newer);
    state.restart(values, { ...values, ...changedOf(state.saved, state.inputs) });
    setBase(newer);
    setTheirs(null);
    formRef.current?.querySelector('input')?.focus();
  };
  const remove = (of: View) =>
    saveOnce(async () => {
      if (!(await deleteView(of))) return false;
      onDeleted();
      onClose();
      return true;
    });

  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={submit} className={layout.form}>
        {note}
        {theirs && (
          <div role="alert" className={layout.note}>
            <p>
              Someone else has saved this view in the meantime, as <b translate="no">{theirs.name}</b>,{' '}
              <span>{theirs.isShared ? 'shared with everyone' : 'not shared'}</span>. What you typed is kept
              below but not saved.
            </p>
            <Button size="xs" onClick={() => load(theirs)}>
              Load the newer version
            </Button>
          </div>
        )}
        <F.Text name="name" />
        <F.Flag name="isShared" />
        <div className={layout.end}>
          {view && base && (
            <Button variant="default" className={classes.delete} onClick={() => void remove(base)}>
              Delete
            </Button>
          )}
          <div className={layout.actions}>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" {...shortcut('Control+Enter', 'Save')} aria-busy={isSaving}>
              {isSaving ? 'Saving' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </FormStateProvider>
  );
}
