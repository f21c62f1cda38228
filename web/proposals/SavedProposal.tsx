import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ChangeTable } from '../history/changesPage/ChangeTable.tsx';
import { restoreState } from '../lib/lastUrl.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import type { ScreenLink } from '../ui/Screen.tsx';
import classes from './proposal.module.css';
import { savedQuery } from './proposalQueries.ts';

interface Props {
  /** The ID of the request that saved it. */
  requestId: string;
  back: ScreenLink;
}

/** The change set of a saved proposal, with its undo. Has the focus at first, because the clicked button is gone. */
export function SavedProposal({ requestId, back }: Props) {
  const reading = useQuery(savedQuery(requestId));
  const { data, isPending } = reading;
  const hasLoadError = useHasLoadError(reading);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label="Saved" className={classes.saved}>
      {hasLoadError && <LoadError what="The change" reading={reading} />}
      {isPending && !hasLoadError && <Loader />}
      {data?.length === 0 && <p>No change found!</p>}
      {data && data.length > 0 && <ChangeTable sets={data} />}
      <Button component={Link} to={back.to} state={restoreState} variant="default">
        {back.text}
      </Button>
    </section>
  );
}
