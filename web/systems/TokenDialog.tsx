import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Token } from '../../contract/tokens.ts';
import layout from '../ui/form/form.module.css';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { useLeaveConfirmation } from '../ui/form/useLeaveConfirmation.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { showWarnings } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { useOpening } from '../ui/popups/useOpening.ts';
import classes from './systems.module.css';
import { TokenForm } from './TokenForm.tsx';
import type { NewSecret } from './tokenChanges.ts';

interface Props {
  opened: boolean;
  /** The token to renew, or null to create one. */
  token: Token | null;
  onClose: () => void;
}

const NOT_COPIED = 'The token has not been copied, and is not shown again. Close?';

/** Creates or renews a token, then shows its secret this once. Each opening starts with a fresh form. */
export function TokenDialog({ opened, token, onClose }: Props) {
  const opening = useOpening(opened);
  const form = useRef<FormHandle>(null);
  const [saved, setSaved] = useState<{ at: number; token: NewSecret }>();
  const [isCopied, setCopied] = useState(false);
  const secret = saved?.at === opening ? saved.token : undefined;
  const close = () => {
    if (!secret) form.current?.leave();
    else if (isCopied) onClose();
    else showWarnings([NOT_COPIED], onClose);
  };
  return (
    <Dialog
      opened={opened}
      width="40rem"
      title={secret ? 'New token' : token ? 'Renew token' : 'Create token'}
      subject={secret?.name ?? token?.name}
      onClose={close}
    >
      {opening > 0 && !secret && (
        <TokenForm
          key={opening}
          ref={form}
          token={token}
          onClose={onClose}
          onSaved={(next) => {
            setCopied(false);
            setSaved({ at: opening, token: next });
          }}
        />
      )}
      {secret && (
        <Secret
          secret={secret.token}
          isLost={opened && !isCopied}
          onCopied={() => setCopied(true)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface SecretProps {
  secret: string;
  /** Leaving the page would lose it. */
  isLost: boolean;
  onCopied: () => void;
  onClose: () => void;
}

function Secret({ secret, isLost, onCopied, onClose }: SecretProps) {
  useLeaveConfirmation(isLost, (goOn, remain) => showWarnings([NOT_COPIED], goOn, remain));
  const box = useRef<HTMLInputElement>(null);
  // It replaces the form in the open dialog.
  useEffect(() => box.current?.focus(), []);
  const copy = async () => {
    box.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
    } catch {
      // Without HTTPS. The user can copy the selected text.
      return;
    }
    onCopied();
    showToast('Token copied');
  };
  return (
    <div className={layout.form}>
      <p className={layout.note}>
        Give this token to the system now. It is shown this once, and only its hash is stored. If it is lost,
        renew the token.
      </p>
      <div className={classes.secret}>
        <input
          ref={box}
          readOnly
          aria-label="Token"
          translate="no"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <div className={layout.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
