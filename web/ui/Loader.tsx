import classes from './loader.module.css';

/** The loading spinner of five bars (spec 2). */
export function Loader({ label = 'Loading' }: { label?: string }) {
  return (
    <output className={classes.loader} aria-label={label} data-loader>
      {[1, 2, 3, 4, 5].map((bar) => (
        <span key={bar} />
      ))}
    </output>
  );
}
