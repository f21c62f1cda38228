import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ChangeTable } from '../changes/ChangeTable.tsx';
import { Loader } from '../layout/Loader.tsx';
import { returning } from '../layout/lastAddress.ts';
import type { Way } from '../layout/Screen.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { savedQuery } from './api.ts';
import classes from './proposal.module.css';

interface Props {
  /** The request that has saved it. */
  requestId: string;
  back: Way;
}

/** The change set that a proposal has become, with its undo. Has the focus at first: what was pressed is gone. */
export function Saved({ requestId, back }: Props) {
  const reading = useQuery(savedQuery(requestId));
  const { data, isPending } = reading;
  const isUnread = useIsUnread(reading);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label="Saved" className={classes.saved}>
      {isUnread && <Unread what="The change" reading={reading} />}
      {isPending && !isUnread && <Loader />}
      {data?.length === 0 && <p>No change found!</p>}
      {data && data.length > 0 && <ChangeTable sets={data} />}
      <Button component={Link} to={back.to} state={returning} variant="default">
        {back.text}
      </Button>
    </section>
  );
}
