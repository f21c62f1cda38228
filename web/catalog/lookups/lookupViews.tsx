import { fieldColumn } from '../../../contract/columns/dataColumn.ts';
import { awardTypeForm, termForm } from '../../../contract/lookupForms.ts';
import type { MaintainedAwardType, MaintainedTerm } from '../../../contract/lookups.ts';
import { lookupNames } from '../../lib/kindNames.ts';
import { maintainedAwardTypesQuery, maintainedTermsQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { FieldGrid } from '../../ui/form/FieldGrid.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { LookupView } from './lookupView.ts';

const T = fieldsOf(termForm);
const A = fieldsOf(awardTypeForm);

const isUsed: Column<{ isUsed: boolean }> = fieldColumn('isUsed', 'In Use');

/** The state of a row on its card. */
const useFact = <Row extends { isUsed: boolean }>(words: (row: Row) => string | null): Column<Row> => ({
  id: 'facts',
  header: 'Facts',
  value: (row) => [words(row), row.isUsed ? 'in use' : 'not in use'].filter(Boolean).join(' · '),
  sort: false,
});

const termKey = fieldColumn('termYyyyst', 'Term Code');
const termLabel: Column<MaintainedTerm> = {
  ...fieldColumn('termLetterYear', 'Label'),
  // By time: the alphabet would put F29 before S29.
  sort: ({ termYyyyst }) => termYyyyst,
};

export const termView: LookupView<'term'> = {
  kind: 'term',
  ...lookupNames.term,
  form: termForm,
  CreateFields: () => (
    <FieldGrid>
      <T.Text name="termYyyyst" span={2} />
      <T.Text name="termLetterYear" span={2} />
    </FieldGrid>
  ),
  EditFields: () => (
    <FieldGrid>
      <T.Code name="termYyyyst" span={2} readOnly />
      <T.Text name="termLetterYear" span={2} />
    </FieldGrid>
  ),
  listQuery: maintainedTermsQuery,
  columns: [termLabel, termKey, isUsed],
  cards: [termLabel, termKey, useFact(() => null)],
  labelOf: ({ termYyyyst, termLetterYear }) => `${termLetterYear} (${termYyyyst})`,
};

const award = fieldColumn('degreeShort', 'Award');
const title = fieldColumn('title', 'Title');
const degreeCode = fieldColumn('degreeCode', 'Degree Code');

const AwardFields = () => (
  <>
    <A.Text name="degreeCode" span={2} />
    <A.Text name="title" span={2} />
    <A.Choice name="programCredLevel" span={2} />
  </>
);

export const awardTypeView: LookupView<'awardType'> = {
  kind: 'awardType',
  ...lookupNames.awardType,
  form: awardTypeForm,
  CreateFields: () => (
    <FieldGrid>
      <A.Text name="degreeShort" span={2} />
      <AwardFields />
    </FieldGrid>
  ),
  EditFields: () => (
    <FieldGrid>
      <A.Code name="degreeShort" span={2} readOnly />
      <AwardFields />
    </FieldGrid>
  ),
  listQuery: maintainedAwardTypesQuery,
  columns: [award, degreeCode, title, fieldColumn('programCredLevel', 'Credential Level'), isUsed],
  cards: [award, title, useFact(({ degreeCode: code }: MaintainedAwardType) => code)],
  labelOf: ({ degreeShort }) => degreeShort,
};
