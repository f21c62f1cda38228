import { CloseButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** The right end of a dropdown's box: a button that clears it; where it is empty, a sign that it opens. */
export const rightEnd = (label: string, isEmpty: boolean, clear: () => void) => ({
  // No wider than the button: the rest is for what the box says.
  rightSectionWidth: 30,
  rightSectionPointerEvents: isEmpty ? ('none' as const) : ('all' as const),
  rightSection: isEmpty ? (
    <IconChevronDown size={16} aria-hidden />
  ) : (
    <CloseButton
      size="sm"
      aria-label={`Clear ${label}`}
      // The focus stays in the box, or its leaving would take what is typed there.
      onMouseDown={(event) => event.preventDefault()}
      onClick={clear}
    />
  ),
});
