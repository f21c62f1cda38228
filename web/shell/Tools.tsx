import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useMenuButton } from '../ui/popups/useMenuButton.tsx';
import classes from './layout.module.css';

/** The button 'Tools' at the end of the top menu. Renders nothing if the user may not use any tool. */
export function Tools({ choices }: { choices: readonly { label: string; to: string }[] }) {
  const { pathname } = useLocation();
  const { button, menu } = useMenuButton('Tools', choices);
  if (choices.length === 0) return null;
  const isHere = choices.some(({ to }) => to.split('?')[0] === pathname);
  return (
    <>
      <button type="button" className={classes.tools} aria-current={isHere || undefined} {...button}>
        Tools
        <IconChevronDown size={16} aria-hidden />
      </button>
      {menu}
    </>
  );
}
