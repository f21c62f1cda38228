import { type Degree, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import { useAwardOptions } from '../lookups/lookups.ts';
import { paths } from '../paths.ts';
import { degreesQuery } from '../queries.ts';
import type { Column } from '../table/column.ts';
import { useEndedHere } from './ended.ts';
import type { ItemView } from './items.ts';

const columns: readonly Column<Degree>[] = [
  { id: 'degreeAwarded', header: 'Awarded', value: ({ degreeAwarded }) => degreeAwarded },
  { id: 'degreeTitleRc', header: 'Title', value: ({ degreeTitleRc }) => degreeTitleRc },
  { id: 'degreeTitleAbbr', header: 'Abbreviated Title', value: ({ degreeTitleAbbr }) => degreeTitleAbbr },
  {
    id: 'degreeStartTermYyyyst',
    header: 'Start Qtr',
    value: ({ startTerm, degreeStartTermYyyyst }) => startTerm?.termLetterYear ?? degreeStartTermYyyyst,
    sort: ({ degreeStartTermYyyyst }) => degreeStartTermYyyyst,
  },
  {
    id: 'degreeEndTermYyyyst',
    header: 'End Qtr',
    value: ({ endTerm, degreeEndTermYyyyst }) => endTerm?.termLetterYear ?? degreeEndTermYyyyst,
    sort: ({ degreeEndTermYyyyst }) => degreeEndTermYyyyst,
  },
];

const New = fieldsOf(degreeCreateForm);
const F = fieldsOf(degreeForm);

/** Several awards at once: a degree is created for each (spec 3). */
export const DegreeCreateFields = () => (
  <FieldGrid>
    <New.SeveralOf name="degreeListAwarded" options={useAwardOptions()} read={String} span={2} />
    <OtherFields />
  </FieldGrid>
);

const EditFields = () => (
  <FieldGrid>
    <F.OneOf name="degreeAwarded" options={useAwardOptions()} span={2} />
    <OtherFields />
  </FieldGrid>
);

function OtherFields() {
  const ended = useEndedHere('degreeEndTermYyyyst');
  return (
    <>
      <F.Text name="degreeTitleRc" span={2} />
      <F.Text name="degreeTitleAbbr" span={2} />
      <F.Term name="degreeStartTermYyyyst" />
      <F.Term name="degreeEndTermYyyyst" />
      <F.Choice name="programCredLevel" span={2} />
      <F.Comments name="degreeComments" />
      <Flags>
        <F.Flag name="degreeActive" note={ended} />
        <F.Flag name="degreeComplete" />
      </Flags>
    </>
  );
}

export const degreeView: ItemView<'degree'> = {
  kind: 'degree',
  title: 'Degree',
  heading: 'Degrees',
  listPath: paths.degrees,
  listQuery: degreesQuery,
  columns: () => columns,
  defaultSort: [
    { id: 'degreeTitleRc', desc: false },
    { id: 'degreeAwarded', desc: false },
  ],
  exportName: 'degrees',
  deleteQuestion: ({ degreeAwarded, degreeTitleRc }) =>
    `Are you sure you want to delete ${degreeAwarded} ${degreeTitleRc}?`,
  savedBy: ({ degreeUciNetId }) => degreeUciNetId,
  createForm: degreeCreateForm,
  newValues: {},
  CreateFields: DegreeCreateFields,
  editForm: degreeForm,
  EditFields,
};
