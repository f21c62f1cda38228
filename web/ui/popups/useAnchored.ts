import { type RefObject, useLayoutEffect, useRef } from 'react';

const GAP = 4;
const EDGE = 8;
/** Spec 9: a dropdown's menu is at most 300 and at least 140 pixels high. */
const HIGHEST = 300;
const LOWEST = 140;

/**
 * Shows an element (`popover="manual"`) in the top layer next to its anchor: below it if there is enough room or more than
 * above, otherwise above. Neither a dialog nor a scrolling table can clip it there.
 */
export function useAnchored<Floating extends HTMLElement>(anchor: RefObject<Element | null>) {
  const ref = useRef<Floating>(null);
  useLayoutEffect(() => {
    const floating = ref.current;
    if (!floating) return undefined;
    const place = () => anchor.current && placeAt(floating, anchor.current.getBoundingClientRect());
    // It is already open if only the anchor has changed.
    floating.togglePopover(true);
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    // An input may grow when options are chosen from its menu.
    const resized = new ResizeObserver(place);
    if (anchor.current) resized.observe(anchor.current);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [anchor]);
  return ref;
}

function placeAt(floating: HTMLElement, anchor: DOMRect): void {
  const { style } = floating;
  const below = window.innerHeight - anchor.bottom - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  style.minWidth = `${anchor.width}px`;
  style.maxHeight = `${HIGHEST}px`;
  const isBelow = floating.offsetHeight <= below || below >= above;
  style.maxHeight = `${Math.min(HIGHEST, Math.max(LOWEST, isBelow ? below : above))}px`;
  style.top = isBelow ? `${anchor.bottom + GAP}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${window.innerHeight - anchor.top + GAP}px`;
  // Without the scrollbar.
  const left = Math.min(anchor.left, document.documentElement.clientWidth - floating.offsetWidth - EDGE);
  style.left = `${Math.max(EDGE, left)}px`;
}
