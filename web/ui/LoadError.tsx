import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { readAgain, useIsAway } from '../lib/queries.ts';
import classes from './loadError.module.css';

type Reading = Pick<UseQueryResult, 'isPending' | 'isError' | 'failureReason' | 'refetch'>;

/** Whether a read has failed, or is being repeated because the server is unavailable. */
export function useHasLoadError({ isPending, isError, failureReason }: Omit<Reading, 'refetch'>): boolean {
  const isAway = useIsAway();
  return isError || failureReason !== null || (isPending && isAway);
}

/**
 * Whether a read has neither succeeded nor failed so far. What is below its rows waits, because they would move it. After a
 * failure, a second read must not hide what the user has begun since: `isPending` would be true again.
 */
export function useIsLoading(reading: Pick<UseQueryResult, 'isFetched'> & Omit<Reading, 'refetch'>): boolean {
  return !useHasLoadError(reading) && !reading.isFetched;
}

interface Props {
  /** The data that could not be read, as the beginning of a sentence: 'The majors'. */
  what: string;
  reading: Reading;
}

/**
 * Shows that a part of the page could not be loaded. While the server is unavailable, the read is repeated automatically.
 */
export function LoadError({ what, reading }: Props) {
  const { isError, failureReason, refetch } = reading;
  return (
    <div className={classes.loadError}>
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
