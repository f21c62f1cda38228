import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { errorsOf } from '../lib/api.ts';
import { useLatest } from '../lib/useLatest.ts';
import { keyText, shortcut } from '../ui/keys/shortcut.ts';
import { useLatePart } from '../ui/lateParts.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { showErrors } from '../ui/popups/popupStore.ts';
import classes from './layout.module.css';

/** The content of the dialog. `typed` is the text it starts with, `isEntered` whether Enter was pressed after it. */
export interface SearchBoxProps {
  user: AuthenticatedUser;
  typed: string;
  isEntered: boolean;
  isOpen: boolean;
  onClose: () => void;
}

declare module '../ui/lateParts.ts' {
  interface LateParts {
    SearchBox: ComponentType<SearchBoxProps>;
  }
}

/** The first screen and its data load before it, in ms. */
const PRELOADS_AFTER = 2_000;

const KEY = 'Control+K';

/** The button and the key that open the search, and its dialog. Each opening starts with an empty text. */
export function SearchButton({ user }: { user: AuthenticatedUser }) {
  const [opened, setOpened] = useState(false);
  const [opening, setOpening] = useState(0);
  const { Part: Box, loadPart } = useLatePart('SearchBox');
  // What is typed until the content has loaded.
  const [typed, setTyped] = useState('');
  const [isEntered, setEntered] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setEntered(false);
  };
  const close = () => setOpened(false);
  const open = () => {
    type('');
    setOpening(opening + 1);
    setOpened(true);
    loadPart().catch((error: unknown) => {
      close();
      showErrors(errorsOf(error));
    });
  };
  const preload = useLatest(loadPart);
  useEffect(() => {
    const timer = setTimeout(() => void preload.current().catch(() => {}), PRELOADS_AFTER);
    return () => clearTimeout(timer);
  }, [preload]);
  return (
    <>
      <button type="button" className={classes.search} {...shortcut(KEY, 'Search')} onClick={open}>
        <IconSearch size={18} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>{keyText(KEY)}</kbd>
      </button>
      <Dialog opened={opened} title="Search" width="46rem" onClose={close}>
        {Box && opening > 0 ? (
          <Box
            key={opening}
            user={user}
            typed={typed}
            isEntered={isEntered}
            isOpen={opened}
            onClose={close}
          />
        ) : (
          <TextInput
            data-start
            aria-label="Search"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={({ key }) => key === 'Enter' && setEntered(true)}
          />
        )}
      </Dialog>
    </>
  );
}
