import { type Degree, degreeCreateForm, degreeForm } from '../../../contract/degree.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath } from '../../lib/paths.ts';
import { degreesQuery } from '../../lib/queries.ts';
import { timeOf } from '../../lib/time.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { type Quarter, quarterOf, useAwardOptions } from '../../terms/lookups.ts';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { fieldColumn, partColumn } from '../../ui/table/column.ts';
import { ActiveState, endedMark } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView, ReportColumns } from '../items/itemView.ts';

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

const startOf = ({ startTerm, degreeStartTermYyyyst }: Degree) => quarterOf(startTerm, degreeStartTermYyyyst);
const endOf = ({ endTerm, degreeEndTermYyyyst }: Degree) => quarterOf(endTerm, degreeEndTermYyyyst);

const stateOf = ({ degreeActive, degreeEndTermYyyyst }: Degree, quarter: Quarter) => (
  <ActiveState active={degreeActive} ended={endedIn(degreeEndTermYyyyst, quarter)} />
);

const pageOf = ({ degreeKey }: Degree) => itemPath('degree', degreeKey);

export const degreeView: ItemView<'degree'> = {
  kind: 'degree',
  ...itemKinds.degree,
  ...kindForms.degree,
  ...itemNames.degree,
  newValues: {},
  CreateFields,
  EditFields,
  listQuery: degreesQuery,
  columns: () => [
    fieldColumn('degreeAwarded', 'Awarded'),
    { ...fieldColumn('degreeTitleRc', 'Title'), to: pageOf, isRowHeader: true },
    fieldColumn('degreeTitleAbbr', 'Abbreviated Title'),
    {
      id: 'degreeStartTermYyyyst',
      header: 'Start Qtr',
      value: startOf,
      sort: ({ degreeStartTermYyyyst }) => degreeStartTermYyyyst,
    },
    {
      id: 'degreeEndTermYyyyst',
      header: 'End Qtr',
      value: endOf,
      sort: ({ degreeEndTermYyyyst }) => degreeEndTermYyyyst,
      mark: ({ degreeEndTermYyyyst }) => endedMark(degreeEndTermYyyyst),
    },
  ],
  derived: [fieldColumn('degreeShort', 'Award'), fieldColumn('degreeCode', 'Award Code')],
  related: ['degreeAwarded', 'degreeTitleRc'],
  card: { code: 'degreeAwarded', title: 'degreeTitleRc' },
  defaultSort: [
    { id: 'degreeTitleRc', desc: false },
    { id: 'degreeAwarded', desc: false },
  ],
  stateOf,
  identityOf: ({ degreeAwarded, degreeTitleRc }) => ({ code: degreeAwarded, title: degreeTitleRc }),
  nameOf: ({ degreeAwarded, degreeTitleRc }) => `degree ${degreeAwarded} ${degreeTitleRc}`,
  deleteQuestion: ({ degreeAwarded, degreeTitleRc }) =>
    `Are you sure you want to delete ${degreeAwarded} ${degreeTitleRc}?`,
  nameInQuestion: ({ degreeKey }) => `degree key ${degreeKey}`,
};

/** Spec 3: a missing end is shown as 'active'. Sorted by term; a missing end comes last. */
export const degreeReport = {
  first: [
    partColumn('degree', 'degreeAwarded', 'Deg Awarded'),
    { ...partColumn('degree', 'degreeTitleRc', 'Deg Title'), to: ({ degree }) => degree && pageOf(degree) },
    {
      id: 'degree.degreeStartTermYyyyst',
      header: 'Deg Start Qtr',
      value: ({ degree }) => degree && startOf(degree),
      sort: ({ degree }) => degree && degree.degreeStartTermYyyyst,
    },
    {
      id: 'degree.degreeEndTermYyyyst',
      header: 'Deg End Qtr',
      // Empty for a major without a degree.
      value: ({ degree }) => degree && (endOf(degree) ?? 'active'),
      sort: ({ degree }) => degree && degree.degreeEndTermYyyyst,
      mark: ({ degree }) => degree && endedMark(degree.degreeEndTermYyyyst),
    },
  ],
  titles: [partColumn('degree', 'degreeTitleAbbr', 'Deg Title Abbr')],
  saved: [
    partColumn('degree', 'degreeUciNetId', 'Deg UCInetID'),
    {
      id: 'degree.lastModified',
      header: 'Deg Last Modified',
      value: ({ degree }) => degree && timeOf(degree.lastModified),
      sort: ({ degree }) => degree && degree.lastModified,
      csv: ({ degree }) => degree && degree.lastModified,
    },
  ],
  codes: [partColumn('degree', 'programCredLevel', 'Prog Cred Lvl')],
} satisfies ReportColumns;
