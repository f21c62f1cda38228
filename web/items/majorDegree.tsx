import type { ReactNode } from 'react';
import type { MajorDegree } from '../../contract/majorDegree.ts';
import { actionsColumn, type Column } from '../table/column.ts';

export const majorDegreeColumns = (
  actions: (row: MajorDegree) => ReactNode,
): readonly Column<MajorDegree>[] => [
  { header: 'Major Code', value: ({ major }) => major.majorCode },
  { header: 'U G M', value: ({ major }) => major.majorSegment },
  { header: 'Title 20', value: ({ major }) => major.title20 },
  { header: 'Awarded', value: ({ degree }) => degree.degreeAwarded },
  { header: 'Title', value: ({ degree }) => degree.degreeTitleRc },
  actionsColumn(actions),
];
export const majorDegreeSort = [
  { id: 'major-code', desc: false },
  { id: 'awarded', desc: false },
];

export const keyOfPair = ({ major, degree }: MajorDegree) => `${major.majorKey}/${degree.degreeKey}`;
