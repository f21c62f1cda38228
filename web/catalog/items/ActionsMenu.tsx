import { IconDots } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { type Choice, useMenuButton } from '../../ui/popups/useMenuButton.tsx';

interface Props {
  /** The item's name: 'major 201 U'. */
  name: string;
  choices: readonly Choice[];
}

/** The actions on the item of a card, in a menu. */
export function ActionsMenu({ name, choices }: Props) {
  const label = `Actions of ${name}`;
  const { button, menu } = useMenuButton(label, choices);
  return (
    <>
      <IconButton {...button} name={label} icon={<IconDots size={20} />} />
      {menu}
    </>
  );
}
