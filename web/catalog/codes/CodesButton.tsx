import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { focusOrMore } from '../../ui/More.tsx';
import { useTip } from '../../ui/popups/useTip.tsx';
import classes from './codes.module.css';

const ID = 'filter-by-codes';
const TIP = 'Shows only the rows with the codes of a mail or a column.';

/** Opens the dialog to filter a list by codes. Its text is hidden where the toolbar has no room. */
export function CodesButton({ onOpen }: { onOpen: () => void }) {
  const { shows, tip } = useTip((target) => {
    const button = target.closest('button');
    return button && { of: button, beside: button, text: TIP };
  });
  return (
    <>
      <Button id={ID} variant="default" aria-label="Filter by codes" {...shows} onClick={onOpen}>
        <IconListSearch size={16} aria-hidden />
        <span className={classes.label}>Codes</span>
      </Button>
      {tip}
    </>
  );
}

export const focusCodesButton = () => focusOrMore(ID);
