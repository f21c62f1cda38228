import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { defaultSorts, majorDegreeColumns } from '../../../contract/columns/columnsOfItems.ts';
import { partColumn } from '../../../contract/columns/dataColumn.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { MajorDegree } from '../../../contract/majorDegree.ts';
import { itemPath, paths } from '../../lib/paths.ts';
import { majorDegreesQuery } from '../../lib/queries.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { useShortcut } from '../../ui/keys/shortcut.ts';
import { actionsColumn, type Column, shownAs } from '../../ui/table/column.ts';
import { factsColumn } from '../items/cards.ts';
import { periodsOfPair } from '../items/inEffect.ts';
import { labelOf } from '../items/itemView.ts';
import { ListScreen } from '../items/ListScreen.tsx';
import { partColumns, shownProgramColumns } from '../items/otherColumns.tsx';
import { ViewButton } from '../items/RowActions.tsx';
import type { ItemThen } from '../items/useEarlierValuesInTerm.ts';
import { degreeView } from '../kinds/degree.tsx';
import { majorView } from '../kinds/major.tsx';
import { segmentWord } from '../kinds/segmentWord.ts';

const majorPage = ({ major }: MajorDegree) => itemPath('major', major.majorKey);
const degreePage = ({ degree }: MajorDegree) => itemPath('degree', degree.degreeKey);

const listed: readonly Column<MajorDegree>[] = shownAs(majorDegreeColumns, {
  'major.majorCode': { to: majorPage },
  'major.title20': { to: majorPage },
  'degree.degreeTitleRc': { to: degreePage },
});
/** The columns on a phone, before the details. */
const cardHead: readonly Column<MajorDegree>[] = [
  partColumn('major', 'majorCode', 'Major Code'),
  { ...partColumn('major', 'title20', 'Title 20'), to: majorPage },
  {
    id: 'degree',
    header: 'Degree',
    value: ({ degree }) => `${degree.degreeAwarded} ${degree.degreeTitleRc}`,
    to: degreePage,
  },
];
const coded = { noun: 'major-degree', codeOf: ({ major }: MajorDegree) => majorView.identityOf(major) };
const keyOfPair = ({ major, degree }: MajorDegree) => `${major.majorKey}/${degree.degreeKey}`;

const labelOfPair = ({ major, degree }: MajorDegree) =>
  `${labelOf(majorView, major)}, ${labelOf(degreeView, degree)}`;

/** All other fields of the major, the degree and the relationship between them. */
function otherColumnsOf(quarter: Quarter): readonly Column<MajorDegree>[] {
  const known = new Set(listed.map(({ id }) => id));
  const columns: Column<MajorDegree>[] = [
    ...partColumns(majorView, quarter),
    ...partColumns(degreeView, quarter),
    ...shownProgramColumns(quarter),
  ];
  return columns.filter(({ id }) => !known.has(id));
}

/** A pair with the names and codes of a term. */
const pairThen = (pair: MajorDegree, itemThen: ItemThen): MajorDegree => ({
  ...pair,
  major: itemThen('major', pair.major),
  degree: itemThen('degree', pair.degree),
});

/** All majors with each of their degrees (spec 2). */
export default function MajorDegreesScreen() {
  const navigate = useNavigate();
  const quarter = useQuarter();
  const { asOf } = useAsOf();
  const createKey = useShortcut('N', 'Create major-degree');
  const actions = useMemo(
    () =>
      actionsColumn((row: MajorDegree) => (
        <ViewButton
          name={majorView.nameOf(row.major)}
          onView={() => void navigate(withAsOf(majorPage(row), asOf))}
        />
      )),
    [navigate, asOf],
  );
  const others = useMemo(() => otherColumnsOf(quarter), [quarter]);
  const cards = useMemo(
    () => [
      ...cardHead,
      factsColumn(quarter, ({ major, startTerm, endTerm, active }: MajorDegree) => ({
        words: [segmentWord(major.majorSegment)],
        span: { start: startTerm, end: endTerm },
        isActive: active,
      })),
    ],
    [quarter],
  );
  return (
    <ListScreen
      screen="majorDegree"
      heading="Major-Degrees"
      query={majorDegreesQuery}
      columns={listed}
      otherColumns={others}
      cards={cards}
      actions={actions}
      cardActions={actions}
      defaultSort={defaultSorts.majorDegree}
      exportName="major-degrees"
      coded={coded}
      periodsOf={periodsOfPair}
      then={pairThen}
      keyOf={keyOfPair}
      labelOf={labelOfPair}
      create={
        <Button
          component={Link}
          to={paths.majorDegreeCreate}
          leftSection={<IconPlus size={16} />}
          {...createKey}
        >
          Create
        </Button>
      }
    />
  );
}
