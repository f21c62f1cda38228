import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isItemKind } from '../../../contract/kinds.ts';
import { newValues } from '../../../contract/newValues.ts';
import { readLookups } from './currentData.ts';
import type { OpenFile } from './openFile.ts';

/** The file's content as rows of a kind. Read again when the column mapping, a choice or a cell changes. */
export const useIntake = (openFile: OpenFile, kind: string, matching: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: ['import', openFile.id, openFile.sheet, kind, matching, openFile.choices, openFile.edits],
    queryFn: async () =>
      openFile.reader.ask('understand', openFile.sheet, {
        kind,
        known: await readLookups(),
        ...(isItemKind(kind) && { newValues: newValues[kind] }),
        columns: matching,
        choices: openFile.choices,
        edits: openFile.edits,
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
