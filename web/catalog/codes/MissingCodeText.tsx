import type { MissingCode } from './codeFilter.ts';

interface Props extends MissingCode {
  /** Replaces the code. */
  onUse: (code: string) => void;
}

/** The maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;

/** A code that was not found: '7 (did you mean 007?)'. Each suggestion is a button. */
export const MissingCodeText = ({ code, suggestions, onUse }: Props) => (
  <>
    <b translate="no">{code}</b>
    {suggestions.length > 0 && (
      <span>
        {' '}
        (did you mean{' '}
        {suggestions.slice(0, MAX_SUGGESTIONS).map((one, at) => (
          <span key={one}>
            {at > 0 && <span> or </span>}
            <button
              type="button"
              translate="no"
              aria-label={`Use ${one} instead of ${code}`}
              onClick={() => onUse(one)}
            >
              {one}
            </button>
          </span>
        ))}
        ?)
      </span>
    )}
  </>
);
