import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { readAgain, useIsAway } from '../lib/queries.ts';
import classes from './loadError.module.css';

type Reading = Pick<UseQueryResult, 'isPending' | 'isError' | 'failureReason' | 'refetch'>;

/** Whether something could not be read: the read has failed, or goes on because the server is away. */
export function useHasLoadError({ isPending, isError, failureReason }: Omit<Reading, 'refetch'>): boolean {
  const isAway = useIsAway();
  return isError || failureReason !== null || (isPending && isAway);
}

interface Props {
  /** What could not be read, as the sentence begins: 'The majors'. */
  what: string;
  reading: Reading;
}

/** Says in its place that something could not be read. Where the server is away, the read goes on by itself. */
export function LoadError({ what, reading }: Props) {
  const { isError, failureReason, refetch } = reading;
  return (
    <div className={classes.unread}>
      <IconCloudOff size={20} aria-hidden />
      <output>
        <span>{what}</span> could not be read.{!isError && <span>{' Trying again…'}</span>}
      </output>
      <Button
        size="xs"
        variant="default"
        aria-busy={failureReason === null}
        onClick={() => (isError ? void refetch() : readAgain())}
      >
        Try again
      </Button>
    </div>
  );
}
