import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { changePath } from '../../lib/paths.ts';
import { isUndoneQuery } from '../proposalQueries.ts';
import classes from './import.module.css';
import type { ImportedFile } from './openFile.ts';

/** The result of an import: 'majors.csv: 26 saved, 4 unchanged, 10 skipped'. Has the focus at first: the clicked button is gone. */
export function ImportedNote({ name, saved, downloadSkipped }: ImportedFile) {
  const own = useRef<HTMLElement>(null);
  const { data: isUndone = false } = useQuery(isUndoneQuery(saved.requestId));
  useEffect(() => own.current?.focus(), []);
  const skipped = saved.skipped.size;
  const counts = [
    `${numberText(saved.saved)} saved`,
    ...(saved.same > 0 ? [`${numberText(saved.same)} unchanged`] : []),
    ...(skipped > 0 ? [`${numberText(skipped)} skipped`] : []),
  ];
  return (
    <section ref={own} tabIndex={-1} aria-label="Imported" className={classes.imported}>
      <p>
        <span translate="no">{name}</span>: <b>{counts.join(', ')}</b> {isUndone && <span>(undone)</span>}
      </p>
      {skipped > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={downloadSkipped}
        >
          Download them
        </Button>
      )}
      <Link to={changePath(saved.requestId)}>Show the change</Link>
    </section>
  );
}

const numberText = (count: number) => count.toLocaleString('en-US');
