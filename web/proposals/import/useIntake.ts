import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readKnown } from './currentData.ts';
import type { OpenFile } from './openFile.ts';
import type { Matching } from './rememberedColumns.ts';

/** What the file means as rows of a kind. Read anew when a column is matched otherwise or a question is answered. */
export const useIntake = (held: OpenFile, kind: string, matching: Matching) =>
  useQuery({
    queryKey: ['import', held.id, held.sheet, kind, matching, held.choices],
    queryFn: async () =>
      held.reader.ask('understand', held.sheet, {
        kind,
        known: await readKnown(),
        columns: matching,
        choices: held.choices,
      }),
    enabled: kind !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // Thousands of rows are replaced instead of compared.
    structuralSharing: false,
    placeholderData: keepPreviousData,
    meta: { ownError: true },
  });
