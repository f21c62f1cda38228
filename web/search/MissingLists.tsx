import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import classes from './search.module.css';
import type { ListReading } from './useSearchLists.ts';

/** The lists in which the search finds nothing yet: those that are loading, and those that could not be read. */
export function MissingLists({ readings }: { readings: readonly ListReading[] }) {
  return (
    <>
      {readings.map((one) => (
        <MissingList key={one.name} {...one} />
      ))}
    </>
  );
}

function MissingList({ name, reading }: ListReading) {
  const hasLoadError = useHasLoadError(reading);
  if (hasLoadError) return <LoadError what={`The ${name}`} reading={reading} />;
  return reading.isPending && <p className={classes.loading}>{`Loading ${name}…`}</p>;
}
