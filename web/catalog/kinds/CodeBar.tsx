import { type KeyboardEvent, useState } from 'react';
import classes from './codeUses.module.css';

interface Props {
  codes: readonly string[];
  /** Takes one over into the form. */
  onTake: (code: string, form: HTMLFormElement | null) => void;
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Offers codes, after the ARIA pattern for a toolbar: one stop for Tab, and arrow keys between them. */
export function CodeBar({ codes, onTake }: Props) {
  const [stop, setStop] = useState(0);
  const at = Math.min(stop, codes.length - 1);
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
          onFocus={() => setStop(place)}
          onClick={(event) => onTake(code, event.currentTarget.form)}
        >
          {code}
        </button>
      ))}
    </div>
  );
}
