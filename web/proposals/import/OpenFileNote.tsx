import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from './import.module.css';
import { closeFile } from './openFile.ts';

interface Props {
  name: string;
  /** The URL of the step to continue with. */
  to: string;
}

/** At the step that chooses a file: another file is still open, and is replaced by the next one. */
export function OpenFileNote({ name, to }: Props) {
  return (
    <section aria-label="Open file" className={classes.imported}>
      <p>
        <b translate="no">{name}</b> is still open.
      </p>
      <Link to={to}>Continue</Link>
      <Button size="compact-sm" variant="default" onClick={closeFile}>
        Close it
      </Button>
    </section>
  );
}
