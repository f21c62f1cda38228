import { Button } from '@mantine/core';
import type { FormEvent, Ref } from 'react';
import { renewForm, scopes, type Token, tokenForm } from '../../contract/tokens.ts';
import { errorsOf } from '../lib/api.ts';
import { FieldGrid } from '../ui/form/FieldGrid.tsx';
import { plainFieldsOf } from '../ui/form/fields.tsx';
import layout from '../ui/form/form.module.css';
import { FormStateProvider } from '../ui/form/formState.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { useDialogForm } from '../ui/form/useDialogForm.tsx';
import { shortcut } from '../ui/keys/shortcut.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { type NewSecret, saveToken } from './tokenChanges.ts';
import { scopeNames } from './tokenTexts.ts';

const F = plainFieldsOf(tokenForm);
const options = scopes.map((value) => {
  const { name, reads } = scopeNames[value];
  return { value, label: name, code: name, note: reads };
});
const asScope = (text: string) => text as (typeof scopes)[number];

interface Props {
  ref?: Ref<FormHandle>;
  /** The token to renew, or null to create one. */
  token: Token | null;
  onClose: () => void;
  onSaved: (saved: NewSecret) => void;
}

/** Creates a token, or renews one with another last day. What was typed is kept after every error. */
export function TokenForm({ ref, token, onClose, onSaved }: Props) {
  const form = token ? renewForm : tokenForm;
  const { state, formRef, isSaving, isBusy, leave, saveOnce, note } = useDialogForm({
    ref,
    form,
    start: inputValues(form, {}),
    draftName: `token:${token?.id}`,
    onClose,
  });

  const save = async (values: object) => {
    try {
      onSaved(await saveToken(token, values));
      return true;
    } catch (error) {
      const errors = errorsOf(error);
      const isShown = ({ field = '' }) => Boolean(formRef.current?.elements.namedItem(field));
      state.showServerErrors(errors.filter(isShown));
      const others = errors.filter((one) => !isShown(one));
      if (others.length > 0) showErrors(others);
      return false;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current || focusUnsettled(formRef.current)) return;
    const { values } = state.check();
    if (values) void saveOnce(() => save(values));
  };
  const verb = token ? 'Renew' : 'Create';
  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={submit} className={layout.form}>
        {note}
        {token && (
          <p className={layout.note}>
            The system gets a new secret. The present one works for 7 more days, but not beyond its last day.
          </p>
        )}
        <FieldGrid>
          {!token && (
            <>
              <F.Text name="name" span={2} />
              <F.Text name="contact" span={2} />
              <F.SeveralOf
                name="scopes"
                options={options}
                read={asScope}
                span={2}
                placeholder="Choose at least one"
              />
            </>
          )}
          <F.Day name="expiresOn" span={2} />
        </FieldGrid>
        <p className={layout.required}>*Required Field</p>
        <div className={layout.actions}>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" {...shortcut('Control+Enter', verb)} aria-busy={isSaving}>
            {isSaving ? 'Saving' : verb}
          </Button>
        </div>
      </form>
    </FormStateProvider>
  );
}
