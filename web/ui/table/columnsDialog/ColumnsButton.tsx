import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { errorsOf } from '../../../lib/api.ts';
import { useLatePart } from '../../lateParts.ts';
import { focusOrMore } from '../../More.tsx';
import { showErrors } from '../../popups/popupStore.ts';
import type { Column } from '../column.ts';

interface Props {
  /** All columns that can be chosen, and the IDs of those that are shown, in their order. */
  all: readonly Pick<Column<never>, 'id' | 'header'>[];
  shown: readonly string[];
  /** Whether the columns were chosen, and can be reset. */
  isChosen: boolean;
  /** Null restores the columns of the specification. */
  onChange: (ids: readonly string[] | null) => void;
}

const ID = 'columns';

/** Opens the dialog to choose and order the columns of a table. */
export function ColumnsButton({ all, shown, isChosen, onChange }: Props) {
  const { Part: Dialog, loadPart } = useLatePart('ColumnsDialog');
  const [opening, setOpening] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    try {
      await loadPart();
      setOpening((now) => now + 1);
      setOpen(true);
    } catch (error) {
      showErrors(errorsOf(error));
    }
  };
  const close = () => {
    setOpen(false);
    focusOrMore(ID);
  };
  return (
    <>
      <Button
        id={ID}
        variant="default"
        leftSection={<IconColumns3 size={16} aria-hidden />}
        onClick={() => void open()}
      >
        Columns
      </Button>
      {Dialog &&
        // Not here, where a narrower window may hide it while it is open.
        createPortal(
          <Dialog
            key={opening}
            opened={isOpen}
            all={all}
            shown={shown}
            isChosen={isChosen}
            onClose={close}
            onApply={(ids) => {
              onChange(ids);
              close();
            }}
          />,
          document.body,
        )}
    </>
  );
}
