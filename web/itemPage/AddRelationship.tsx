import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Choice, useMenuButton } from '../ui/popups/useMenuButton.tsx';

const LABEL = 'Add Relationship to';

/** A button that opens a menu of links. */
export function AddRelationship({ choices }: { choices: readonly Choice[] }) {
  const { button, menu } = useMenuButton(LABEL, choices);
  return (
    <>
      <Button {...button} rightSection={<IconChevronDown size={16} aria-hidden />}>
        {LABEL}
      </Button>
      {menu}
    </>
  );
}
