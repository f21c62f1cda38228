import { CloseButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** The right end of a dropdown's input: a clear button, or a chevron if the input is empty. */
export const rightSection = (label: string, isEmpty: boolean, clear: () => void) => ({
  // As wide as the button, which leaves the rest for the text.
  rightSectionWidth: 'var(--target)',
  rightSectionPointerEvents: isEmpty ? ('none' as const) : ('all' as const),
  rightSection: isEmpty ? (
    <IconChevronDown size={16} aria-hidden />
  ) : (
    <CloseButton
      size={24}
      aria-label={`Clear ${label}`}
      // Keeps the focus in the input: on blur it would choose the option whose name was typed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={clear}
    />
  ),
});
