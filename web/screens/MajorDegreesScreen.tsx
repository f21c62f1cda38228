import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import { ListScreen } from '../items/ListScreen.tsx';
import { ViewButton } from '../items/RowActions.tsx';
import { itemPath, paths } from '../paths.ts';
import { majorDegreesQuery } from '../queries.ts';
import { actionsColumn, type Column, partColumn } from '../table/column.ts';

const listed: readonly Column<MajorDegree>[] = [
  partColumn('major', 'majorCode', 'Major Code'),
  partColumn('major', 'majorSegment', 'U G M'),
  partColumn('major', 'title20', 'Title 20'),
  partColumn('degree', 'degreeAwarded', 'Awarded'),
  partColumn('degree', 'degreeTitleRc', 'Title'),
];
const defaultSort = [
  { id: 'major.majorCode', desc: false },
  { id: 'degree.degreeAwarded', desc: false },
];
const keyOfPair = ({ major, degree }: MajorDegree) => `${major.majorKey}/${degree.degreeKey}`;

/** All majors with each of their degrees (spec 2). */
export default function MajorDegreesScreen() {
  const navigate = useNavigate();
  const columns = useMemo(
    () => [
      ...listed,
      actionsColumn(({ major }: MajorDegree) => (
        <ViewButton onView={() => void navigate(itemPath('major', major.majorKey))} />
      )),
    ],
    [navigate],
  );
  return (
    <ListScreen
      heading="Major-Degrees"
      query={majorDegreesQuery}
      columns={columns}
      defaultSort={defaultSort}
      exportName="major-degrees"
      keyOf={keyOfPair}
      create={
        <Button component={Link} to={paths.majorDegreeCreate} leftSection={<IconPlus size={16} />}>
          Create
        </Button>
      }
    />
  );
}
