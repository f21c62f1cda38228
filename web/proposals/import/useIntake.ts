import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readLookups } from './currentData.ts';
import type { OpenFile } from './openFile.ts';
import type { Matching } from './rememberedColumns.ts';

/** The file's content as rows of a kind. Read again when the column mapping or a choice changes. */
export const useIntake = (openFile: OpenFile, kind: string, matching: Matching) =>
  useQuery({
    queryKey: ['import', openFile.id, openFile.sheet, kind, matching, openFile.choices],
    queryFn: async () =>
      openFile.reader.ask('understand', openFile.sheet, {
        kind,
        known: await readLookups(),
        columns: matching,
        choices: openFile.choices,
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
