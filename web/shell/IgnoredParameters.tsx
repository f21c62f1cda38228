import { useUrlParams } from '../lib/searchParams.ts';
import { useAsOf } from '../terms/asOf.ts';
import classes from './ignoredParameters.module.css';

interface Props {
  /** The parameters of the screen, besides the term as of which it is shown. */
  known: readonly string[];
  /** Known parameters with an invalid value: 'Kind “person”'. */
  wrong?: readonly string[];
}

/**
 * Lists the URL's filters that the screen ignores, because it does not know them or their values. Without this note, users would not notice
 * that more is shown than the URL asks for.
 */
export function IgnoredParameters({ known, wrong = [] }: Props) {
  const { params } = useUrlParams();
  const { unknown } = useAsOf();
  const names = [...new Set(params.keys())].filter((name) => name !== 'asOf' && !known.includes(name));
  const leftOut = [...names, ...wrong, ...(unknown === null ? [] : [wrongText('As of', unknown)])];
  return (
    <div role="status">
      {leftOut.length > 0 && (
        <p className={classes.ignored}>
          Ignored parts of this URL: <span>{leftOut.join(', ')}</span>.
        </p>
      )}
    </div>
  );
}

/** A filter with an invalid value. */
export const wrongText = (label: string, value: string) => `${label} “${value}”`;
