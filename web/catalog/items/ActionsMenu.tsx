import { IconDots } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { type Choice, useMenuButton } from '../../ui/popups/useMenuButton.tsx';

interface Props {
  /** What the item is called: 'major 201 U'. */
  name: string;
  choices: readonly Choice[];
}

/** The actions on the item of a card, behind one button. */
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
