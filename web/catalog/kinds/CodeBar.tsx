import { type KeyboardEvent, useState } from 'react';
import classes from './codeUses.module.css';

interface Props {
  codes: readonly string[];
  /** Copies a code into the form. */
  onTake: (code: string, form: HTMLFormElement | null) => void;
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Offers codes, following the ARIA pattern for a toolbar: one tab stop, and arrow keys between the codes. */
export function CodeBar({ codes, onTake }: Props) {
  const [tabStop, setTabStop] = useState(0);
  const at = Math.min(tabStop, codes.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = moves[event.key]?.(at, codes.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Nearest free codes"
      className={classes.free}
      onKeyDown={onKeyDown}
    >
      <span aria-hidden>Nearest free codes</span>
      {codes.map((code, place) => (
        <button
          key={code}
          type="button"
          tabIndex={place === at ? 0 : -1}
          aria-label={`Use code ${code}`}
          onFocus={() => setTabStop(place)}
          onClick={(event) => onTake(code, event.currentTarget.form)}
        >
          {code}
        </button>
      ))}
    </div>
  );
}
