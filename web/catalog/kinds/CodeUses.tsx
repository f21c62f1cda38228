import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { Major } from '../../../contract/major.ts';
import { boundsOf } from '../../../contract/spans.ts';
import { itemPath } from '../../lib/paths.ts';
import { majorsQuery } from '../../lib/queries.ts';
import { AsOfLink } from '../../terms/AsOfLink.tsx';
import { useQuarter } from '../../terms/lookups.ts';
import { spanText } from '../../terms/periods.ts';
import { Across } from '../../ui/form/FieldGrid.tsx';
import { useFieldPath, useFieldValue } from '../../ui/form/fields.tsx';
import { useCurrentForm } from '../../ui/form/formState.ts';
import { CodeBar } from './CodeBar.tsx';
import classes from './codeUses.module.css';
import { freeCodes } from './freeCodes.ts';
import { segmentWord } from './segmentWord.ts';

const CODE = /^[0-9A-Z]{3}$/;
const noMajors: never[] = [];

/** The code of the copied major. Free codes near it are offered until a code is entered. */
export const CopiedCode = createContext('');

/** The majors that have used the entered code of a new major, and the nearest free codes if it is not free. */
export function CodeUses() {
  const copied = use(CopiedCode);
  const code = String(useFieldValue('majorCode')).trim().toUpperCase() || copied;
  const segment = useFieldValue('majorSegment');
  const path = useFieldPath('majorCode');
  const { set } = useCurrentForm();
  const { data: majors = noMajors } = useQuery(majorsQuery);
  const uses = useMemo(() => usesOf(code, majors), [code, majors]);
  const free = useMemo(
    () => (uses.length > 0 ? freeCodes(code, new Set(majors.map(({ majorCode }) => majorCode))) : []),
    [code, uses, majors],
  );
  const isKnown = CODE.test(code) && majors.length > 0;
  return (
    <Across>
      <output className={classes.message}>{isKnown && usesText(code, uses, segment)}</output>
      {uses.length > 0 && (
        <div className={classes.uses}>
          <ul>
            {uses.map((major) => (
              <CodeUse key={major.majorKey} major={major} />
            ))}
          </ul>
          {free.length > 0 && (
            <CodeBar
              codes={free}
              onTake={(taken, form) => {
                set(path, taken);
                // The buttons disappear now.
                const box = form?.elements.namedItem(path);
                if (box instanceof HTMLElement) box.focus();
              }}
            />
          )}
        </div>
      )}
    </Across>
  );
}

/** All majors with a code, the oldest first. */
const usesOf = (code: string, majors: readonly Major[]): Major[] =>
  majors
    .filter(({ majorCode }) => majorCode === code)
    .toSorted((one, other) => (one.startTermYyyyst ?? '').localeCompare(other.startTermYyyyst ?? ''));

function usesText(code: string, uses: readonly Major[], segment: unknown): string {
  if (uses.length === 0) return `No major has the code ${code}.`;
  return uses.some(({ majorSegment }) => majorSegment === segment)
    ? `The code ${code} is used in this segment already:`
    : `The code ${code} is used in another segment:`;
}

/** In a new tab, so that the form stays open. */
function CodeUse({ major }: { major: Major }) {
  const { majorKey, title20, titleLong, majorSegment } = major;
  const span = spanText(boundsOf('major', major), useQuarter());
  return (
    <li>
      <AsOfLink to={itemPath('major', majorKey)} target="_blank">
        <span>{titleLong ?? title20}</span>
        <IconExternalLink size={14} role="img" aria-label="in a new tab" />
      </AsOfLink>
      <span>
        {[segmentWord(majorSegment), span]
          .filter(Boolean)
          .map((word) => ` · ${word}`)
          .join('')}
      </span>
    </li>
  );
}
