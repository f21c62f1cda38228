import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReportRow } from '../../contract/report.ts';
import { focusOrMore } from '../ui/More.tsx';
import type { Note } from '../ui/table/ResultTable.tsx';
import type { ShownReport } from './MajorReasons.tsx';
import { type Choice, focusMissingRow, MissingRow } from './MissingRow.tsx';

const ID = 'ask-missing-row';

/**
 * The question why a row is missing: the button that asks it, and the note with the question in the table of the report. It
 * stays open for the next run.
 */
export function useMissingRow(report: ShownReport | undefined) {
  const [isOpened, setOpened] = useState(false);
  const [choice, setChoice] = useState<Choice>();
  const button = report && (
    <Button
      id={ID}
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpened}
      onClick={() => {
        flushSync(() => setOpened(!isOpened));
        focusMissingRow();
      }}
    >
      Why is a row missing?
    </Button>
  );
  const choose = (next: Choice) => {
    setOpened(true);
    setChoice(next);
  };
  const close = () => {
    setOpened(false);
    focusOrMore(ID);
  };
  const note: Note<ReportRow> = (found, text, setText) =>
    report && (
      <MissingRow
        report={report}
        isOpened={isOpened}
        choice={choice}
        onChoose={choose}
        onClose={close}
        text={text}
        found={found}
        onClearText={() => {
          setText('');
          // The button disappears, so it cannot keep the focus.
          document.querySelector<HTMLElement>('[data-toolbar] [type="search"]')?.focus();
        }}
      />
    );
  const reset = () => {
    setOpened(false);
    setChoice(undefined);
  };
  return { button, note, reset };
}
