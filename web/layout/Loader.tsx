import classes from './Loader.module.css';

/** Spec 2: a loading spinner of five bars. */
export function Loader({ label = 'Loading' }: { label?: string }) {
  return (
    <output className={classes.loader} aria-label={label} data-loader>
      {[1, 2, 3, 4, 5].map((bar) => (
        <span key={bar} />
      ))}
    </output>
  );
}
