import type { Quarter } from '../../contract/columns/quarters.ts';
import type { Degree } from '../../contract/degree.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import type { Related } from '../../contract/relationships.ts';
import type { ReportExclusions } from '../../contract/report.ts';
import { boundsOf } from '../../contract/spans.ts';
import { periodsOfRelated } from '../catalog/items/inEffect.ts';
import { labelOf } from '../catalog/items/itemView.ts';
import { isInEffect, notInEffectText, outsideTexts } from '../catalog/items/outsideTerm.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { segmentWord } from '../catalog/kinds/segmentWord.ts';
import type { Name } from './filterUrl.ts';
import { type Chip, chipText } from './reportChips.ts';

/** The report as its screen shows it: its filters, two of them as sent, and the labels of terms. */
interface Shown {
  chips: readonly Chip[];
  term: string | null;
  schoolCode: string | null;
  quarter: Quarter;
}

/** A fact, and the filters that it does not meet, unless it names them. */
interface Reason {
  fact: string;
  filters: readonly Name[];
  /** Each filter is met by another degree. */
  isTogether?: boolean;
}

/** The maximum number of schools or degrees in a sentence. */
const MAX_NAMED = 5;

const list = new Intl.ListFormat('en-US');

/**
 * Why a report leaves out a major, one sentence for each fact: 'Not in effect in F19; starts F21', 'Segment is Graduate; the
 * filter is Undergraduate majors only'. The filters have the words of their chips.
 */
export function exclusionTexts(exclusions: ReportExclusions, shown: Shown): string[] {
  const reasons = (exclusions.excludedBy as Name[][])
    // The term comes first: the other facts are those of the term.
    .toSorted((one, other) => Number(other.includes('asOfTerm')) - Number(one.includes('asOfTerm')))
    .map((filters) => reasonOf(filters, exclusions, shown));
  const sameFact = Map.groupBy(reasons, ({ fact, isTogether }) => `${fact}${isTogether ? ' together' : ''}`);
  return [...sameFact.values()].map((same) => {
    const { fact: written, isTogether } = same[0] as Reason;
    const fact = written.charAt(0).toUpperCase() + written.slice(1);
    const filters = same.flatMap((reason) => reason.filters);
    const chips = shown.chips.filter(({ without }) => filters.some((name) => name in without)).map(chipText);
    if (chips.length === 0) return fact;
    if (chips.length === 1) return `${fact}; the filter is ${chips[0] ?? ''}`;
    const verb = !isTogether
      ? 'the filters are'
      : chips.length === 2
        ? 'none meets both'
        : 'none meets all of';
    return `${fact}; ${verb} ${list.format(chips)}`;
  });
}

function reasonOf(filters: readonly Name[], exclusions: ReportExclusions, shown: Shown): Reason {
  const { major, schools, degrees } = exclusions;
  const { term, schoolCode, quarter } = shown;
  if (!major) return { fact: 'not yet in the database', filters };
  const [filter = 'knownAt'] = filters;
  if (filter === 'asOfTerm')
    return { fact: notInEffectText([boundsOf('major', major)], term ?? '', quarter), filters: [] };
  if (filter === 'schoolCode') {
    const own = schools.find(({ item }) => item.schoolCode === schoolCode?.toUpperCase());
    if (!own) return { fact: relatedFact('school', schools, shown, schoolText), filters };
    const names = [`its relationship to school ${own.item.schoolCode}`, `school ${own.item.schoolCode}`];
    const periods = periodsOfRelated('school', own).map((period, at) => ({ ...period, of: names[at] ?? '' }));
    return { fact: outsideTexts(periods, term ?? '', quarter).join(', '), filters: [] };
  }
  if (filter.startsWith('degree'))
    return {
      fact: relatedFact('degree', degrees, shown, (degree) => degreeText(degree, filters, quarter)),
      filters,
      isTogether: filters.length > 1,
    };
  return { fact: majorFact(filter, major, quarter), filters };
}

function majorFact(filter: Name, major: NonNullable<ReportExclusions['major']>, quarter: Quarter): string {
  const { majorCode, majorSegment, active, startTermYyyyst, endTermYyyyst } = major;
  switch (filter) {
    case 'majorCode':
      return `major code is ${majorCode}`;
    case 'majorTitle': {
      const titles = [major.titleLong, major.title20, major.title7].filter((title) => title !== null);
      return `titles are ${list.format(new Set(titles))}`;
    }
    case 'majorStartTermYyyyst':
      return startText(startTermYyyyst, quarter);
    case 'majorEndTermYyyyst':
      return endText(endTermYyyyst, quarter);
    case 'underGraduate':
    case 'graduate':
      return `segment is ${segmentWord(majorSegment)}`;
    default:
      return active ? 'active' : 'not active';
  }
}

const startText = (term: string | null, quarter: Quarter) =>
  term === null ? 'no start term' : `starts ${quarter(term)}`;
const endText = (term: string | null, quarter: Quarter) =>
  term === null ? 'no end term' : `ends ${quarter(term)}`;

/** Which schools or degrees a major has in the term of the report, or why it has none. */
function relatedFact<K extends ItemKind>(
  kind: K,
  related: readonly Related<Items[K]>[],
  { term, quarter }: Shown,
  textOf: (item: Items[K]) => string,
): string {
  if (related.length === 0) return `no relationship to a ${kind}`;
  const inTerm = related.filter((one) => term === null || isInEffect(periodsOfRelated(kind, one), term));
  if (inTerm.length === 0) {
    const texts = related.map(
      (one) =>
        `${labelOf(itemViews[kind], one.item)} (${outsideTexts(periodsOfRelated(kind, one), term ?? '', quarter).join(', ')})`,
    );
    return `no ${kind} in effect in ${quarter(term)}: ${firstOf(texts)}`;
  }
  const texts = inTerm.map(({ item }) => textOf(item));
  return `its ${texts.length === 1 ? `${kind} is` : `${kind}s are`} ${firstOf(texts)}`;
}

const firstOf = (texts: readonly string[]) =>
  list.format(
    texts.length > MAX_NAMED ? [...texts.slice(0, MAX_NAMED), `${texts.length - MAX_NAMED} more`] : texts,
  );

const schoolText = (school: Items['school']) => labelOf(itemViews.school, school);

/** 'BS Computer Science (not active)': a degree, with what the filters are about unless its label has it. */
function degreeText(degree: Degree, filters: readonly Name[], quarter: Quarter): string {
  const { degreeActive, degreeStartTermYyyyst, degreeEndTermYyyyst } = degree;
  const isAbout = (...names: Name[]) => names.some((name) => filters.includes(name));
  const facts = [
    isAbout('degreeStartTermYyyyst') && startText(degreeStartTermYyyyst, quarter),
    isAbout('degreeEndTermYyyyst') && endText(degreeEndTermYyyyst, quarter),
    isAbout('degreeActive', 'degreeInactive') && (degreeActive ? 'active' : 'not active'),
  ].filter((fact) => fact !== false);
  const label = labelOf(itemViews.degree, degree);
  return facts.length > 0 ? `${label} (${facts.join(', ')})` : label;
}
