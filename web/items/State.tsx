import classes from './items.module.css';

interface Props {
  active: boolean;
  /** 'Ended F15' when its end has passed, whatever the flag says: real data has both. */
  ended: string | null;
}

/** The stored Active flag, and beside it what the end says. */
export function State({ active, ended }: Props) {
  return (
    <>
      <span className={active ? classes.yes : classes.no}>{active ? 'Yes' : 'No'}</span>
      {ended && <span className={active ? classes.ended : classes.no}>{ended}</span>}
    </>
  );
}
