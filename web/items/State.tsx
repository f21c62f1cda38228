import classes from './items.module.css';

interface Props {
  active: boolean;
  /** 'Ended F15' if the end has passed, whatever the flag says. Real data has items that are active and ended. */
  ended: string | null;
}

/** The stored Active flag, followed by the end if it has passed. */
export function State({ active, ended }: Props) {
  return (
    <>
      <span className={active ? classes.yes : classes.no}>{active ? 'Yes' : 'No'}</span>
      {ended && <span className={active ? classes.ended : classes.no}>{ended}</span>}
    </>
  );
}
