import { type ComponentType, createContext, useContext, useState } from 'react';
import { RequestError } from '../lib/api.ts';
import type { KeysDialogProps } from './keys/KeysDialog.tsx';
import type { ColumnsDialogProps } from './table/columnsDialog/ColumnsDialog.tsx';

/**
 * The parts of screens that are in a script of their own, because most tabs never open them (decision 0018). Folders below this
 * one add theirs.
 */
export interface LateParts {
  ColumnsDialog: ComponentType<ColumnsDialogProps>;
  KeysDialog: ComponentType<KeysDialogProps>;
}

/** Loads that script. The routes provide it: this folder does not know the screens. */
export const LatePartsContext = createContext<() => Promise<LateParts>>(() => Promise.reject(NOT_LOADED));

/** A part once it has been loaded, and a function that loads it. It throws an error that says what to do. */
export function useLatePart<Name extends keyof LateParts>(name: Name) {
  const load = useContext(LatePartsContext);
  const [Part, setPart] = useState<LateParts[Name]>();
  return {
    Part,
    loadPart: async (): Promise<LateParts[Name]> => {
      const { [name]: part } = await load().catch(() => {
        throw NOT_LOADED;
      });
      setPart(() => part);
      return part;
    },
  };
}

const NOT_LOADED = new RequestError([
  {
    code: 'PART_NOT_LOADED',
    message:
      'This part of the page could not be loaded. Check your connection, reload the page and try again.',
  },
]);
