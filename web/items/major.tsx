import { type Major, majorForm } from '../../contract/major.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import type { Quarter } from '../lookups/lookups.ts';
import { paths } from '../paths.ts';
import { majorsQuery } from '../queries.ts';
import type { Column } from '../table/column.ts';
import { useEndedHere } from './ended.ts';
import type { ItemView } from './items.ts';

/** A major's answer has its terms as codes only, so the columns need to know their quarters. */
const columns = (quarter: Quarter): readonly Column<Major>[] => [
  { id: 'majorSegment', header: 'U G M', value: ({ majorSegment }) => majorSegment },
  { id: 'campusIndicator', header: 'G H', value: ({ campusIndicator }) => campusIndicator },
  { id: 'majorCode', header: 'Major Code', value: ({ majorCode }) => majorCode },
  { id: 'sortCode', header: 'Sort Code', value: ({ sortCode }) => sortCode },
  { id: 'title7', header: 'Title 7', value: ({ title7 }) => title7 },
  { id: 'title20', header: 'Title 20', value: ({ title20 }) => title20 },
  { id: 'titleLong', header: 'Title Long', value: ({ titleLong }) => titleLong },
  {
    id: 'academicYearApproved',
    header: 'Academic Yr Appr',
    value: ({ academicYearApproved }) => academicYearApproved,
  },
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
  },
];

/** Spec 3: what a new major starts with. */
export const newMajor = { majorSegment: 'U', campusIndicator: 'G' };

const F = fieldsOf(majorForm);

export function MajorFields() {
  const ended = useEndedHere('endTermYyyyst');
  return (
    <FieldGrid>
      <F.Choice name="majorSegment" />
      <F.Choice name="campusIndicator" />
      <F.Code name="majorCode" />
      <F.Text name="title7" />
      <F.Text name="title20" span={2} />
      <F.Text name="titleLong" span={2} />
      <F.Whole name="academicYearApproved" />
      <F.Term name="startTermYyyyst" />
      <F.Term name="endTermYyyyst" />
      <F.Text name="ucDiscipline" />
      <F.Text name="hegisCode" />
      <F.Text name="cipCode" />
      <F.Whole name="sortCode" />
      <F.Comments name="comments" />
      <Flags>
        <F.Flag name="active" note={ended} />
        <F.Flag name="complete" />
      </Flags>
    </FieldGrid>
  );
}

export const majorView: ItemView<'major'> = {
  kind: 'major',
  title: 'Major',
  heading: 'Majors',
  listPath: paths.majors,
  listQuery: majorsQuery,
  columns,
  defaultSort: [
    { id: 'majorCode', desc: false },
    { id: 'majorSegment', desc: false },
  ],
  exportName: 'majors',
  deleteQuestion: ({ majorCode }) => `Are you sure you want to delete major code ${majorCode}?`,
  savedBy: ({ majorUciNetId }) => majorUciNetId,
  createForm: majorForm,
  newValues: newMajor,
  CreateFields: MajorFields,
  editForm: majorForm,
  EditFields: MajorFields,
};
