/**
 * For a button that disappears when it is clicked: the second click of a double click must not reach the element that
 * replaces it.
 */
export function ignoreSecondClick(): void {
  const onClick = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else window.removeEventListener('click', onClick, { capture: true });
  };
  window.addEventListener('click', onClick, { capture: true });
}
