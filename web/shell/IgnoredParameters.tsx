import { useUrlParams } from '../lib/searchParams.ts';
import { useAsOf } from '../terms/asOf.ts';
import classes from './ignoredParameters.module.css';

interface Props {
  /** The parameters that the screen knows, besides the term as of which it is shown. */
  known: readonly string[];
  /** What it knows, but not with this value: 'Kind “person”'. */
  wrong?: readonly string[];
}

/**
 * Says which filters of the address are left out, because the screen does not know them. Without that, more would be
 * shown than the address asks for.
 */
export function IgnoredParameters({ known, wrong = [] }: Props) {
  const { params } = useUrlParams();
  const { unknown } = useAsOf();
  const names = [...new Set(params.keys())].filter((name) => name !== 'asOf' && !known.includes(name));
  const leftOut = [...names, ...wrong, ...(unknown === null ? [] : [wrongText('As of', unknown)])];
  return (
    <div role="status">
      {leftOut.length > 0 && (
        <p className={classes.leftOut}>
          Left out of this address, because this screen does not know it: <span>{leftOut.join(', ')}</span>.
        </p>
      )}
    </div>
  );
}

/** A filter with a value that it cannot have. */
export const wrongText = (label: string, value: string) => `${label} “${value}”`;
