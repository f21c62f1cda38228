import type { ReactNode } from 'react';
import { defaultSorts, listColumns } from '../../../contract/columns/columnsOfItems.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { type Major, majorForm } from '../../../contract/major.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath, majorWithDegreesPath } from '../../lib/paths.ts';
import { majorsQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { shownAs } from '../../ui/table/column.ts';
import { ActiveState, endedMark } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView } from '../items/itemView.ts';
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
  CreateFields,
  createWith: { to: majorWithDegreesPath, text: 'Create with Degrees' },
  EditFields,
  listQuery: majorsQuery,
  columns: (quarter) =>
    shownAs(listColumns.major(quarter), {
      majorCode: { to: pageOf },
      title20: { to: pageOf, isRowHeader: true },
      endTermYyyyst: { mark: ({ endTermYyyyst }) => endedMark(endTermYyyyst) },
    }),
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
  defaultSort: defaultSorts.major,
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
