import type { ItemKind } from '../../contract/kinds.ts';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { itemNames } from '../lib/kindNames.ts';
import { lastUrlOf } from '../lib/lastUrl.ts';
import { createPath, listPath, majorWithDegreesPath, paths } from '../lib/paths.ts';
import { isPermitted } from '../lib/session.ts';
import { readFilter, writeFilter } from '../report/filterUrl.ts';
import { menu, tools } from '../shell/menu.ts';
import { withAsOf } from '../terms/asOf.ts';
import { foldText, spacedWords, wordsIn } from './itemIndex.ts';

/** A screen, or an action on one. */
export interface Place {
  label: string;
  to: string;
}

/** The term of the page, which links pass on: as in its URL, and the term that it means. */
export interface PageTerm {
  asOf: string | null;
  term: string | null;
}

/** The screens that the user may open, in the order of the menu. Import is an action. */
export const screensOf = (user: AuthenticatedUser, { asOf, term }: PageTerm): Place[] =>
  [...menu, ...tools]
    .filter(({ permission, to }) => to !== paths.import && (!permission || isPermitted(user, permission)))
    .map(({ label, to, asOfName: name }) => ({
      label,
      to: name ? withAsOf(to, name === 'asOf' ? asOf : term, name) : to,
    }));

/** The actions that the user may start. None of them deletes or ends anything. */
export function actionsOf(user: AuthenticatedUser, { asOf }: PageTerm): Place[] {
  const run = { label: 'Run the report', to: withAsOf(reportPath({}), asOf) };
  if (!isPermitted(user, 'manage:data')) return [run];
  const creations = (Object.keys(itemNames) as ItemKind[]).map((kind) => ({
    label: `Create ${itemNames[kind].title}`,
    // The list as it was last shown in this tab, which the dialog opens over.
    to: withAsOf(createPath(lastUrlOf(listPath(kind))), asOf),
  }));
  return [
    ...creations,
    { label: 'Create Major with Degrees', to: majorWithDegreesPath },
    { label: 'Create Major-Degree', to: paths.majorDegreeCreate },
    { label: 'Import', to: paths.import },
    run,
  ];
}

/** The report, run with these filters. */
export function reportPath(filter: { schoolCode?: string; majorCode?: string }): string {
  const params = new URLSearchParams();
  writeFilter(params, { ...readFilter(params), ...filter });
  return `${paths.home}?${params.toString()}`;
}

/** The places whose label has words that begin with those of the text, in any order. */
export function findPlaces(places: readonly Place[], typed: string): readonly Place[] {
  const words = wordsIn(foldText(typed));
  if (words.length === 0) return [];
  return places.filter(({ label }) => {
    const own = spacedWords(foldText(label));
    return words.every((word) => own.includes(` ${word}`));
  });
}
