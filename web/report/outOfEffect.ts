import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import type { ReportFilter, ReportRow } from '../../contract/report.ts';
import { boundsOf } from '../../contract/spans.ts';
import { type ItemView, keyOf, labelOf } from '../catalog/items/itemView.ts';
import { outsideText } from '../catalog/items/outsideTerm.ts';
import { degreeView } from '../catalog/kinds/degree.tsx';
import { majorView } from '../catalog/kinds/major.tsx';
import { runningTerm } from '../terms/runningTerm.ts';

/**
 * The majors and degrees of a report that are active by their flag, but by their terms not in effect now, each with the
 * reason: '0A5 U Computer Game Science ended Z21'. Only where the report asks for active ones alone, and for no term and no
 * day: the office sets Active by hand, so an ended item may still have it.
 */
export function outOfEffect(
  rows: readonly ReportRow[],
  { majorActive, majorInactive, degreeActive, degreeInactive, asOfTerm, knownAt }: ReportFilter,
  quarter: Quarter,
): Record<'majors' | 'degrees', readonly string[]> {
  const isForAllTerms = asOfTerm === null && knownAt === null;
  const asksForMajors = isForAllTerms && majorActive && !majorInactive;
  const asksForDegrees = isForAllTerms && degreeActive && !degreeInactive;
  return {
    majors: asksForMajors
      ? outside(
          majorView,
          rows.map(({ major }) => major),
          quarter,
        )
      : [],
    degrees: asksForDegrees
      ? outside(
          degreeView,
          rows.flatMap(({ degree }) => degree ?? []),
          quarter,
        )
      : [],
  };
}

function outside<K extends ItemKind>(
  view: ItemView<K>,
  items: readonly Items[K][],
  quarter: Quarter,
): string[] {
  const each = new Map(items.map((item) => [keyOf(view, item), item])).values();
  return [...each].flatMap((item) => {
    const text = outsideText(boundsOf(view.kind, item), runningTerm, quarter);
    return text === null ? [] : `${labelOf(view, item)} ${text}`;
  });
}
