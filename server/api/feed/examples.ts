import type { FeedPage, SnapshotLine } from '../../../contract/feed.ts';
import { cursorOf } from './cursor.ts';

// Examples for the API's description. A test checks them against the schemas.

const school = {
  schoolCode: '52',
  title: 'School of Engineering',
  title8: 'ENGR',
  yearStart: 1965,
  yearEnd: null,
  sortCode: 30,
  active: true,
  comments: null,
  lastModified: '2026-11-28T18:04:11.302Z',
  schoolUciNetId: 'robina',
  version: 4,
};
const next = cursorOf({ number: 410, place: 2, hash: '3d'.repeat(32) });

export const feedExample: FeedPage = {
  events: [
    {
      set: '5d2b5b0e-6f0c-4c57-9a80-6f2b7d0f0c1d',
      at: '2026-11-28T18:04:11.302Z',
      last: false,
      kind: 'school',
      key: '52',
      action: 'updated',
      version: 4,
      value: school,
    },
    {
      set: '5d2b5b0e-6f0c-4c57-9a80-6f2b7d0f0c1d',
      at: '2026-11-28T18:04:11.302Z',
      last: true,
      kind: 'schoolMajor',
      key: '52/12',
      action: 'deleted',
      version: 3,
      value: null,
    },
  ],
  next,
  more: false,
};

export const snapshotExample: SnapshotLine[] = [
  { kind: 'school', key: '52', version: 4, value: school },
  { next },
];
