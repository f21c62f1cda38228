import { IconListSearch } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { focusOrMore } from '../../ui/More.tsx';

const ID = 'filter-by-codes';
const NAME = 'Filter by codes';

/** Opens the dialog to filter a list by codes. */
export const CodesButton = ({ onOpen }: { onOpen: () => void }) => (
  <IconButton id={ID} name={NAME} title={NAME} icon={<IconListSearch size={18} />} onClick={onOpen} />
);

export const focusCodesButton = () => focusOrMore(ID);
