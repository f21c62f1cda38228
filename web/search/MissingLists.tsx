import { itemNames } from '../lib/kindNames.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import classes from './search.module.css';
import type { ListReading } from './useSearchLists.ts';

/** The lists in which the search finds nothing yet: those that are loading, and those that could not be read. */
export function MissingLists({ readings }: { readings: readonly ListReading[] }) {
  return (
    <>
      {readings.map((one) => (
        <MissingList key={one.kind} {...one} />
      ))}
    </>
  );
}

function MissingList({ kind, reading }: ListReading) {
  const hasLoadError = useHasLoadError(reading);
  const heading = itemNames[kind].heading.toLowerCase();
  if (hasLoadError) return <LoadError what={`The ${heading}`} reading={reading} />;
  return reading.isPending && <p className={classes.loading}>{`Loading ${heading}…`}</p>;
}
