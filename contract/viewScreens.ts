/** The screens that can have saved views (contract 11). Those of items are named after their kind. */
export const viewScreens = [
  'report',
  'school',
  'degree',
  'department',
  'major',
  'majorDegree',
  'changes',
  'differences',
] as const;
export type ViewScreen = (typeof viewScreens)[number];

/** The parameter that names the view of an address. */
export const VIEW = 'view';

/** A query string as `URLSearchParams` writes it, by name in code-point order. The values of one name keep their order. */
export function sortedQuery(query: string | URLSearchParams): string {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
}
