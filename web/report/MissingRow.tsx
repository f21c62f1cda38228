import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Major } from '../../contract/major.ts';
import type { ReportRow } from '../../contract/report.ts';
import { earlierValuesQuery, majorsQuery } from '../lib/queries.ts';
import { majorTitleOptions } from '../terms/lookups.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { findOptions, type Option } from '../ui/form/options.ts';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { MajorReasons, type ShownReport } from './MajorReasons.tsx';
import classes from './report.module.css';

/** The chosen code, null if it was cleared, and the filter text of that moment. A later text with a code replaces it. */
export interface Choice {
  code: string | null;
  text: string;
}

interface Props {
  report: ShownReport;
  /** Opened by the user, who can close it. */
  isOpened: boolean;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
  /** The filter text of the rows, and the rows that it leaves. Without any, the question is shown by itself. */
  text: string;
  found: readonly ReportRow[];
  onClearText: () => void;
}

const ID = 'missing-major';

/** Moves the focus to the question. */
export const focusMissingRow = (): void => document.getElementById(ID)?.focus();

/** A text as short as a code. */
const CODE = /^[\p{L}\p{N}]{1,4}$/u;
const noMajors: readonly Major[] = [];

/**
 * Explains for the majors with a code why a row is missing: why they are not in the report, or through which degrees and
 * schools they are.
 */
export function MissingRow({ report, isOpened, choice, onChoose, onClose, text, found, onClearText }: Props) {
  const isEmpty = found.length === 0;
  const isShown = isOpened || isEmpty;
  const { data: majors = noMajors } = useQuery({ ...majorsQuery, enabled: isShown });
  const options = useOptions(majors, isShown);
  const typed = useMemo(() => findOptions(options, isEmpty ? text : ''), [options, isEmpty, text]);
  const named = typed.taken?.value ?? null;
  const code = choice && (choice.text === text || named === null) ? choice.code : named;
  const isUnknown =
    code === null && isEmpty && text.trim() !== '' && typed.options.length === 0 && majors.length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles Escape
    <div
      className={isShown ? classes.missing : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isOpened) return;
        event.preventDefault();
        onClose();
      }}
    >
      {isShown && (
        <div className={classes.question}>
          <SearchSelect
            id={ID}
            label="Missing major"
            placeholder="Code or title"
            options={options}
            value={code}
            onChange={(next) => onChoose({ code: next, text })}
          />
          {isOpened && (
            <IconButton name="Close" title="Close" icon={<IconX size={18} aria-hidden />} onClick={onClose} />
          )}
        </div>
      )}
      <div role="status">
        {isUnknown && (
          <p>
            {CODE.test(text.trim())
              ? `No major has the code ${text.trim()}`
              : `No major matches “${text.trim()}”`}
          </p>
        )}
        {isShown &&
          majors
            .filter(({ majorCode }) => majorCode === code)
            .map((major) => (
              <MajorReasons
                key={major.majorKey}
                major={major}
                report={report}
                found={found}
                onClearText={onClearText}
              />
            ))}
      </div>
    </div>
  );
}

/** Majors by their code. They are found by their names and codes of earlier terms too. */
function useOptions(majors: readonly Major[], isShown: boolean): readonly Option[] {
  const { data: earlier } = useQuery({ ...earlierValuesQuery, enabled: isShown });
  return useMemo(() => {
    const codes = new Map(majors.map(({ majorKey, majorCode }) => [String(majorKey), majorCode]));
    const ofMajors = (earlier ?? []).filter(({ kind }) => kind === 'major');
    const named = Map.groupBy(ofMajors, ({ key }) => codes.get(key));
    return majorTitleOptions(majors).map((option) => ({
      ...option,
      also: (named.get(option.value) ?? []).flatMap(({ value }) => value ?? []),
    }));
  }, [majors, earlier]);
}
