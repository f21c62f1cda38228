import { Button, Checkbox } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { Dialog } from '../popups/Dialog.tsx';
import popups from '../popups/popups.module.css';
import classes from './keys.module.css';
import { type Group, listShortcuts } from './listShortcuts.ts';
import { SINGLE_KEYS, singleKeys } from './singleKeys.ts';

export interface KeysDialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
}

/** Lists the shortcuts of the screen behind it, and turns those of a single key on or off. */
export function KeysDialog({ opened, title, onClose }: KeysDialogProps) {
  const isOn = singleKeys.use();
  const [groups, setGroups] = useState<readonly Group[]>([]);
  // oxlint-disable-next-line react/exhaustive-deps -- reads the page, which changes with `isOn`
  useLayoutEffect(() => {
    if (opened) setGroups(listShortcuts());
  }, [opened, isOn]);
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      {groups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.listed.map(({ keys, label }) => (
              <div key={`${keys.join()} ${label}`}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {groups.length === 0 && <p>This screen has no shortcuts.</p>}
      <Checkbox
        label="Shortcuts of a single key"
        description="Such as ? for this list. They work everywhere outside a field. The keys of a row always work."
        checked={isOn}
        onChange={(event) => turnSingleKeys(event.currentTarget.checked)}
      />
      <div className={popups.actions}>
        <Button data-start onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function turnSingleKeys(on: boolean): void {
  singleKeys.write(on);
  try {
    if (on) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, 'off');
  } catch {
    // Local storage may be disabled or full. The choice then holds until the page is closed.
  }
}
