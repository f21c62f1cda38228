import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { counted } from '../lib/counted.ts';
import { paths } from '../lib/paths.ts';
import { useMenuButton } from '../ui/popups/useMenuButton.tsx';
import classes from './layout.module.css';
import { useOpenErrors } from './useOpenErrors.ts';
import { useTokensToRenew } from './useTokensToRenew.ts';

interface Props {
  user: AuthenticatedUser | null;
  choices: readonly { label: string; to: string }[];
}

/**
 * The button 'Tools' at the end of the top menu. Renders nothing if the user may not use any tool. Data quality shows the
 * number of its errors, and Other systems the tokens to renew.
 */
export function Tools({ user, choices }: Props) {
  const { pathname } = useLocation();
  const { openErrors, readLatest } = useOpenErrors(user);
  const tokens = useTokensToRenew(user);
  const notes: Readonly<Record<string, string>> = {
    [paths.quality]: openErrors ? counted(openErrors, 'error') : '',
    [paths.systems]: tokens.note,
  };
  const noted = choices.map((choice) => ({ ...choice, note: notes[pageOf(choice)] }));
  const read = () => {
    readLatest();
    tokens.readLatest();
  };
  const { button, menu } = useMenuButton('Tools', noted);
  if (choices.length === 0) return null;
  const isHere = choices.some((choice) => `${pathname}/`.startsWith(`${pageOf(choice)}/`));
  return (
    <>
      <button
        type="button"
        className={classes.tools}
        aria-current={isHere || undefined}
        onPointerEnter={read}
        onFocus={read}
        {...button}
      >
        Tools
        <IconChevronDown size={16} aria-hidden />
      </button>
      {menu}
    </>
  );
}

/** The path of an entry, whose query may name a term. */
const pageOf = ({ to }: { to: string }) => to.split('?')[0] ?? '';
