import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import { type Bounds, termStateIn } from '../../contract/spans.ts';
import { momentText, spanText } from '../terms/periods.ts';
import { axisOf, endOf, type Interval, middleOf, percentOf, startOf, ticksOf } from './axis.ts';
import { beyondOf, type Gap, gapsOf } from './marks.ts';

/** A subject with a bar: the item itself, or a related item. */
export interface Part {
  kind: ItemKind;
  /** The URL of the item. */
  to: string;
  /** Its code and title. */
  label: string;
  code: string;
  /** The letter of a major's segment, since majors share codes. */
  letter?: string;
  title: string;
  /** The period of the item itself. */
  own: Bounds;
  /** The same as `own`, or the period of the relationship to it. */
  span: Bounds;
  isActive: boolean;
  /** Its names of earlier terms, from the first on. */
  formerNames: readonly FormerName[];
}

/** A code and title that an item had through a term. */
export interface FormerName {
  name: string;
  lastTerm: string;
}

/** An item at the other end of a relationship. */
export interface Other extends Part {
  /** Whether it accompanies the others without replacing them: school 00. */
  isForAll: boolean;
  /** The URL of the form of its relationship. */
  form: string;
}

/** The related items of one list. */
export interface Others {
  title: string;
  /** The singular noun for its items: 'school'. */
  noun: string;
  parts: readonly Other[];
}

export interface Facts {
  item: Part;
  others: readonly Others[];
  /** The current term, and the term whose line is drawn too, if any. */
  today: string;
  asOf: string | null;
  /** All terms, in order. */
  terms: readonly string[];
  quarter: Quarter;
}

/** A bar with its words. All positions are percents of the axis. */
export interface Bar {
  kind: ItemKind;
  to: string;
  label: string;
  /** 'F91 – Z18'. */
  words: string;
  /** ', College of Medicine until F03'; empty without names of earlier terms. */
  formerly: string;
  /** 'School of Medicine, F91 to Z18, not active'. */
  sentence: string;
  isActive: boolean;
  at: Interval;
  /** The intervals in which an open start and an open end fade. */
  fades: { in: Interval | false; out: Interval | false };
  /** The names during the bar, each with its interval; empty if it has only one. */
  names: { name: string; at: Interval }[];
}

/** A mark of an issue. The note with its number explains it. */
interface Mark {
  number: number;
  at: Interval;
}

/** The part of a bar before a start, or after an end. */
export interface Beyond extends Mark {
  side: 'start' | 'end';
}

export type Row = Bar & { beyond: Beyond[] };

export interface Group {
  title: string;
  rows: Row[];
  gaps: Mark[];
}

/** An issue: its title, such as 'Gap', and a sentence. */
export interface Note {
  number: number;
  heading: string;
  /** Its parts. Those that name an item link to it. */
  text: readonly (string | Named)[];
  /** The page that corrects it in one step: the label and URL. A gap has none. */
  correction?: Named;
}

/** A label with its URL: 'school 90'. */
export interface Named {
  name: string;
  to: string;
}

interface Line {
  at: number;
  label: string;
}

export interface Timeline {
  ticks: Line[];
  today: Line;
  asOf: Line | null;
  item: Bar;
  groups: Group[];
  /** In the order of their numbers, from 1. */
  notes: Note[];
}

/** The number of years in which an open start fades in. */
const FADE = 2;

/** Builds the timeline of an item: the positions of its bars, and the issues. */
export function timelineOf({ item, others, today, asOf, terms, quarter }: Facts): Timeline {
  const spans = [item, ...others.flatMap(({ parts }) => parts)].map(({ span }) => span);
  const axis = axisOf(spans, today, asOf === null ? [] : [asOf]);
  const percents = (interval: Interval): Interval => ({
    from: percentOf(axis, interval.from),
    to: percentOf(axis, interval.to),
  });
  const lineAt = (term: string, name: string) => ({
    at: percentOf(axis, middleOf(term)),
    label: `${name} ${quarter(term)}`,
  });
  const notes: Note[] = [];
  const addNote = (note: Omit<Note, 'number'>): number => notes.push({ number: notes.length + 1, ...note });
  const barOf = (part: Part): Bar => {
    const { kind, to, label, title, span, isActive, formerNames } = part;
    const { start, end } = span;
    const bar = {
      from: start === null ? axis.from : startOf(start),
      to: end === null ? axis.to : endOf(end),
    };
    const words = spanText(span, quarter) ?? 'no start or end';
    const formerly = formerNames.map(({ name, lastTerm }) => `, ${name} until ${quarter(lastTerm)}`).join('');
    const sentence = `${title}, ${words.replace(' – ', ' to ')}${isActive ? '' : ', not active'}${formerly}`;
    const fades = {
      in: start === null && percents({ from: bar.from, to: Math.min(bar.to, bar.from + FADE) }),
      out: end === null && percents({ from: Math.max(bar.from, middleOf(today)), to: bar.to }),
    };
    const names = namesIn(bar, part).map(({ name, at }) => ({ name, at: percents(at) }));
    return { kind, to, label, words, formerly, sentence, isActive, at: percents(bar), fades, names };
  };
  const beyond = (part: Other): Beyond[] =>
    beyondOf(part.span, [item, part], axis).map(({ side, at, of, bound }) => {
      const isPast = termStateIn({ start: null, end: bound }, today) === 'ended';
      const verb = `${side}${isPast ? 'ed' : 's'}`;
      const bounded = `the ${of.kind} ${verb} ${momentText(bound, quarter)}`;
      const name = [part.kind, part.code, part.letter].filter(Boolean).join(' ');
      const number = addNote({
        heading: headings[side],
        text: [
          'the relationship to ',
          { name, to: part.to },
          ` ${runs[side](part.span, quarter)}, ${bounded}.`,
        ],
        correction: { name: `the relationship to ${name}`, to: part.form },
      });
      return { side, at: percents(at), number };
    });
  return {
    ticks: ticksOf(axis).map((term) => ({
      at: percentOf(axis, startOf(term)),
      label: quarter(term) ?? term,
    })),
    today: lineAt(today, 'Today,'),
    asOf: asOf === null ? null : lineAt(asOf, 'As of'),
    item: barOf(item),
    groups: others.map(({ title, noun, parts }) => ({
      title,
      gaps: gapsOf(item.own, parts, terms).map((gap) => ({
        at: percents({ from: startOf(gap.first), to: endOf(gap.last) }),
        number: addNote({ heading: 'Gap', text: gapText(gap, noun, quarter) }),
      })),
      rows: parts.map((part) => ({ ...barOf(part), beyond: beyond(part) })),
    })),
    notes,
  };
}

/** The names during a bar, each with its interval; none if there is only one. */
function namesIn(bar: Interval, { label, formerNames }: Part): { name: string; at: Interval }[] {
  const ends = [
    ...formerNames.map(({ name, lastTerm }) => ({ name, to: endOf(lastTerm) })),
    { name: label, to: bar.to },
  ];
  const names = ends.flatMap(({ name, to }, at) => {
    const interval = { from: Math.max(bar.from, ends[at - 1]?.to ?? bar.from), to: Math.min(bar.to, to) };
    return interval.from < interval.to ? [{ name, at: interval }] : [];
  });
  return names.length > 1 ? names : [];
}

const headings = { start: 'Begins before its start', end: 'Outlasts its end' };

const runs = {
  start: ({ start }: Bounds, quarter: Quarter) => `runs from ${momentText(start, quarter)}`,
  end: ({ end }: Bounds, quarter: Quarter) =>
    end === null ? 'has no end' : `runs to ${momentText(end, quarter)}`,
};

function gapText({ first, last, forAll }: Gap<Other>, noun: string, quarter: Quarter): Note['text'] {
  const when = first === last ? `in ${quarter(first)}` : `from ${quarter(first)} to ${quarter(last)}`;
  const rest = `is in effect ${when}.`;
  return forAll
    ? [`no ${noun} but `, { name: forAll.label, to: forAll.to }, ` ${rest}`]
    : [`no ${noun} ${rest}`];
}
