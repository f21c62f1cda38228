import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { keyOfPair, majorDegreeColumns, majorDegreeSort } from '../items/majorDegree.tsx';
import { ViewButton } from '../items/RowActions.tsx';
import { itemPath, paths } from '../paths.ts';
import { majorDegreesQuery } from '../queries.ts';
import { ListScreen } from './ListScreen.tsx';

export default function MajorDegreesScreen() {
  const navigate = useNavigate();
  const columns = useMemo(
    () =>
      majorDegreeColumns(({ major }) => (
        <ViewButton onView={() => void navigate(itemPath('major', major.majorKey))} />
      )),
    [navigate],
  );
  return (
    <ListScreen
      heading="Major-Degrees"
      query={majorDegreesQuery}
      columns={columns}
      defaultSort={majorDegreeSort}
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
