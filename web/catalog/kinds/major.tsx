import type { ReactNode } from 'react';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { type Major, majorForm } from '../../../contract/major.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath, majorWithDegreesPath } from '../../lib/paths.ts';
import { majorsQuery } from '../../lib/queries.ts';
import { timeOf } from '../../lib/time.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { type Quarter, quarterOf } from '../../terms/lookups.ts';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { fieldColumn, partColumn } from '../../ui/table/column.ts';
import { ActiveState, endedMark } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView, ReportColumns } from '../items/itemView.ts';
import { CipCodeField, CipTitle } from './CipCode.tsx';
import { CodeUses } from './CodeUses.tsx';
import { segmentWord } from './segmentWord.ts';

const F = fieldsOf(majorForm);

const CreateFields = () => <MajorFields belowCode={<CodeUses />} />;

const EditFields = () => <MajorFields />;

function MajorFields({ belowCode }: { belowCode?: ReactNode }) {
  const ended = useEndedHere('endTermYyyyst');
  return (
    <FieldGrid>
      <F.Choice name="majorSegment" />
      <F.Choice name="campusIndicator" />
      <F.Code name="majorCode" />
      <F.Text name="title7" />
      {belowCode}
      <F.Text name="title20" span={2} />
      <F.Text name="titleLong" span={2} />
      <F.Whole name="academicYearApproved" />
      <F.Term name="startTermYyyyst" />
      <F.Term name="endTermYyyyst" />
      <F.Text name="ucDiscipline" />
      <F.Text name="hegisCode" />
      <CipCodeField />
      <F.Whole name="sortCode" />
      <F.Comments name="comments" />
      <Flags>
        <F.Flag name="active" note={ended} />
        <F.Flag name="complete" />
      </Flags>
    </FieldGrid>
  );
}

const stateOf = ({ active, endTermYyyyst }: Major, quarter: Quarter) => (
  <ActiveState active={active} ended={endedIn(endTermYyyyst, quarter)} />
);

const pageOf = ({ majorKey }: Pick<Major, 'majorKey'>) => itemPath('major', majorKey);

export const majorView: ItemView<'major'> = {
  kind: 'major',
  ...itemKinds.major,
  ...kindForms.major,
  ...itemNames.major,
  // Spec 3.
  newValues: { majorSegment: 'U', campusIndicator: 'G' },
  CreateFields,
  createWith: { to: majorWithDegreesPath, text: 'Create with Degrees' },
  EditFields,
  listQuery: majorsQuery,
  // A major has its terms only as codes, so the columns need `quarter` to label them.
  columns: (quarter) => [
    fieldColumn('majorSegment', 'U G M'),
    fieldColumn('campusIndicator', 'G H'),
    { ...fieldColumn('majorCode', 'Major Code'), to: pageOf },
    fieldColumn('sortCode', 'Sort Code'),
    fieldColumn('title7', 'Title 7'),
    { ...fieldColumn('title20', 'Title 20'), to: pageOf, isRowHeader: true },
    fieldColumn('titleLong', 'Title Long'),
    fieldColumn('academicYearApproved', 'Academic Yr Appr'),
    {
      id: 'startTermYyyyst',
      header: 'Start Qtr',
      value: ({ startTermYyyyst }) => quarter(startTermYyyyst),
      sort: ({ startTermYyyyst }) => startTermYyyyst,
    },
    {
      id: 'endTermYyyyst',
      header: 'End Qtr',
      value: ({ endTermYyyyst }) => quarter(endTermYyyyst),
      sort: ({ endTermYyyyst }) => endTermYyyyst,
      mark: ({ endTermYyyyst }) => endedMark(endTermYyyyst),
    },
  ],
  related: ['majorCode', 'majorSegment', 'title20', 'titleLong'],
  card: {
    code: 'majorCode',
    title: 'title20',
    // Most majors belong to the general campus, so only the other campus is named.
    factsOf: ({ majorSegment, campusIndicator }) => [
      segmentWord(majorSegment),
      campusIndicator === 'H' ? 'Health sciences' : null,
    ],
  },
  defaultSort: [
    { id: 'majorCode', desc: false },
    { id: 'majorSegment', desc: false },
  ],
  stateOf,
  notes: { cipCode: CipTitle },
  identityOf: ({ majorCode, title20, titleLong, majorSegment }) => ({
    code: majorCode,
    title: titleLong ?? title20,
    segment: segmentWord(majorSegment),
    letter: majorSegment,
  }),
  nameOf: ({ majorCode, majorSegment }) => `major ${majorCode} ${majorSegment}`,
  deleteQuestion: ({ majorCode }) => `Are you sure you want to delete major code ${majorCode}?`,
  nameInQuestion: ({ majorCode }) => `major code ${majorCode}`,
};

/** Spec 3: a missing end is shown as 'active'. Sorted by term; a missing end comes last. */
export const majorReport = {
  first: [
    partColumn('major', 'majorSegment', 'UGM'),
    { ...partColumn('major', 'majorCode', 'Maj Code'), to: ({ major }) => pageOf(major) },
    { ...partColumn('major', 'title20', 'Maj Title'), to: ({ major }) => pageOf(major) },
    {
      id: 'major.startTermYyyyst',
      header: 'Maj Start Qtr',
      value: ({ major }) => quarterOf(major.startTerm, major.startTermYyyyst),
      sort: ({ major }) => major.startTermYyyyst,
    },
    {
      id: 'major.endTermYyyyst',
      header: 'Maj End Qtr',
      value: ({ major }) => quarterOf(major.endTerm, major.endTermYyyyst) ?? 'active',
      sort: ({ major }) => major.endTermYyyyst,
      mark: ({ major }) => endedMark(major.endTermYyyyst),
    },
  ],
  titles: [
    partColumn('major', 'campusIndicator', 'GH'),
    partColumn('major', 'sortCode', 'Sort Code'),
    partColumn('major', 'academicYearApproved', 'Acad Yr Appr'),
    partColumn('major', 'title7', 'Maj Title 7'),
    partColumn('major', 'titleLong', 'Maj Title Long'),
  ],
  codes: [partColumn('major', 'ucDiscipline', 'UC Disc'), partColumn('major', 'cipCode', 'CIP')],
  saved: [
    partColumn('major', 'majorUciNetId', 'Maj UCInetID'),
    {
      id: 'major.lastModified',
      header: 'Maj Last Modified',
      value: ({ major }) => timeOf(major.lastModified),
      sort: ({ major }) => major.lastModified,
      csv: ({ major }) => major.lastModified,
    },
  ],
} satisfies ReportColumns;
