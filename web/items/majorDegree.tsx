import type { ReactNode } from 'react';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import { actionsColumn, type Column } from '../table/column.ts';

export const majorDegreeColumns = (
  actions: (row: MajorDegree) => ReactNode,
): readonly Column<MajorDegree>[] => [
  { id: 'major.majorCode', header: 'Major Code', value: ({ major }) => major.majorCode },
  { id: 'major.majorSegment', header: 'U G M', value: ({ major }) => major.majorSegment },
  { id: 'major.title20', header: 'Title 20', value: ({ major }) => major.title20 },
  { id: 'degree.degreeAwarded', header: 'Awarded', value: ({ degree }) => degree.degreeAwarded },
  { id: 'degree.degreeTitleRc', header: 'Title', value: ({ degree }) => degree.degreeTitleRc },
  actionsColumn(actions),
];
export const majorDegreeSort = [
  { id: 'major.majorCode', desc: false },
  { id: 'degree.degreeAwarded', desc: false },
];

export const keyOfPair = ({ major, degree }: MajorDegree) => `${major.majorKey}/${degree.degreeKey}`;
