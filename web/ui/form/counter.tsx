import { lengthOf, normalizeText } from '../../../contract/text.ts';
import classes from './form.module.css';

/**
 * The props of an input whose text has at most `max` characters, counted as the server does. The counter is visible while
 * the input has the focus; a screen reader reads the limit.
 */
export function counter(value: string, max: number | undefined) {
  if (max === undefined) return {};
  const length = lengthOf(normalizeText(value));
  return {
    'aria-description': `At most ${max} characters`,
    // As wide as the padding: the counter covers the end of a long text.
    rightSectionWidth: '0.75rem',
    rightSectionPointerEvents: 'none' as const,
    rightSection: (
      <span className={classes.counter} data-over={length > max || undefined} aria-hidden>
        {`${length}/${max}`}
      </span>
    ),
  };
}
