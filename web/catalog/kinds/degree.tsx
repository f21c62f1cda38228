import { defaultSorts, listColumns } from '../../../contract/columns/columnsOfItems.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import { type Degree, degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath } from '../../lib/paths.ts';
import { degreesQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { useAwardOptions } from '../../terms/lookups.ts';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { shownAs } from '../../ui/table/column.ts';
import { ActiveState, endedMark } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView } from '../items/itemView.ts';

const DegreeToCreate = fieldsOf(degreeCreateForm);
const F = fieldsOf(degreeForm);

/** Accepts several awards: the server creates one degree for each (spec 3). */
const CreateFields = () => (
  <FieldGrid>
    <DegreeToCreate.SeveralOf name="degreeListAwarded" options={useAwardOptions()} read={String} span={2} />
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

const stateOf = ({ degreeActive, degreeEndTermYyyyst }: Degree, quarter: Quarter) => (
  <ActiveState active={degreeActive} ended={endedIn(degreeEndTermYyyyst, quarter)} />
);

const pageOf = ({ degreeKey }: Degree) => itemPath('degree', degreeKey);

export const degreeView: ItemView<'degree'> = {
  kind: 'degree',
  ...itemKinds.degree,
  ...kindForms.degree,
  ...itemNames.degree,
  CreateFields,
  EditFields,
  listQuery: degreesQuery,
  columns: (quarter) =>
    shownAs(listColumns.degree(quarter), {
      degreeTitleRc: { to: pageOf, isRowHeader: true },
      degreeEndTermYyyyst: { mark: ({ degreeEndTermYyyyst }) => endedMark(degreeEndTermYyyyst) },
    }),
  related: ['degreeAwarded', 'degreeTitleRc'],
  card: { code: 'degreeAwarded', title: 'degreeTitleRc' },
  defaultSort: defaultSorts.degree,
  stateOf,
  identityOf: ({ degreeAwarded, degreeTitleRc }) => ({ code: degreeAwarded, title: degreeTitleRc }),
  nameOf: ({ degreeAwarded, degreeTitleRc }) => `degree ${degreeAwarded} ${degreeTitleRc}`,
  deleteQuestion: ({ degreeAwarded, degreeTitleRc }) =>
    `Are you sure you want to delete ${degreeAwarded} ${degreeTitleRc}?`,
  nameInQuestion: ({ degreeKey }) => `degree key ${degreeKey}`,
};
