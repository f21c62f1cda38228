import { type Major, segments } from '../../../contract/major.ts';

/** 'Undergraduate', without the letter that the label begins with. */
export const segmentWord = (segment: Major['majorSegment']) =>
  segments.find(({ value }) => value === segment)?.label.slice(2) ?? segment;
