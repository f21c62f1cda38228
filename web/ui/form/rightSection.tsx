import { CloseButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** The right end of a dropdown's input: a clear button, or a chevron if the input is empty. */
export const rightSection = (label: string, isEmpty: boolean, clear: () => void) => ({
  // As wide as the button. The rest is for the text.
  rightSectionWidth: 'var(--target)',
  rightSectionPointerEvents: isEmpty ? ('none' as const) : ('all' as const),
  rightSection: isEmpty ? (
    <IconChevronDown size={16} aria-hidden />
  ) : (
    <CloseButton
      size={24}
      aria-label={`Clear ${label}`}
      // Delete or Escape clears by keyboard. A tab stop here would double the tab stops of a form.
      tabIndex={-1}
      // Keeps the focus in the input, which would otherwise choose the option that matches its text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={clear}
    />
  ),
});
