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
      // By keyboard, Delete or Escape clears. As a tab stop it would be one between any two boxes.
      tabIndex={-1}
      // Keeps the focus in the input: when it is left, it takes the option that the text stands for.
      onMouseDown={(event) => event.preventDefault()}
      onClick={clear}
    />
  ),
});
