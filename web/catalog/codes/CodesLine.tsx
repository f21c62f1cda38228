import { focusCodesButton } from './CodesButton.tsx';
import { type CodeFilter, distinct, foundText, type Shown } from './codeFilter.ts';
import classes from './codes.module.css';
import { MissingCodeText } from './MissingCodeText.tsx';

interface Props {
  filter: CodeFilter<unknown> | null;
  /** What the other filters of the list leave of the items. */
  shown: Shown;
  /** Clears the filter text; null if it hides none of the items. */
  onClearText: (() => void) | null;
  onChange: (codes: readonly string[]) => void;
  onEdit: () => void;
}

/** The maximum number of missing codes shown at once. The dialog shows all. */
const MAX_SHOWN = 12;
const EDIT_ID = 'edit-codes';

/** Shows how many of the codes were found, and which were not. Empty while the list is not filtered by codes. */
export function CodesLine({ filter, shown, onClearText, onChange, onEdit }: Props) {
  const clear = () => {
    onChange([]);
    // The buttons disappear, so they cannot keep the focus.
    focusCodesButton();
  };
  const replace = (missing: string, by: string) => {
    const codes = filter?.codes ?? [];
    onChange(distinct(codes.map((code) => (code.toUpperCase() === missing ? by : code))));
    document.getElementById(EDIT_ID)?.focus();
  };
  return (
    <div role="status">
      {filter && (
        <p className={filter.problem || filter.missing.length > 0 ? classes.incomplete : classes.line}>
          <span>{filter.problem ?? foundText(filter, shown)}</span>{' '}
          {filter.missing.length > 0 && <NotFound missing={filter.missing} onReplace={replace} />}
          <span className={classes.buttons}>
            {onClearText && (
              <>
                <button type="button" onClick={onClearText}>
                  Clear filter
                </button>
                <span aria-hidden> · </span>
              </>
            )}
            <button type="button" id={EDIT_ID} aria-label="Edit codes" onClick={onEdit}>
              Edit
            </button>
            <span aria-hidden> · </span>
            <button type="button" aria-label="Clear codes" onClick={clear}>
              Clear
            </button>
          </span>
        </p>
      )}
    </div>
  );
}

interface NotFoundProps extends Pick<CodeFilter<unknown>, 'missing'> {
  onReplace: (missing: string, by: string) => void;
}

function NotFound({ missing, onReplace }: NotFoundProps) {
  return (
    <span>
      Not found:{' '}
      {missing.slice(0, MAX_SHOWN).map(({ code, suggestions }, at) => (
        <span key={code}>
          {at > 0 && <span>, </span>}
          <MissingCodeText code={code} suggestions={suggestions} onUse={(by) => onReplace(code, by)} />
        </span>
      ))}
      {missing.length > MAX_SHOWN && <span>{` and ${missing.length - MAX_SHOWN} more`}</span>}
    </span>
  );
}
