/**
 * The groups of filters that exclude a major, from the filters that each candidate meets, such as each of its degrees. A
 * filter that no candidate meets excludes by itself. The others exclude together if no candidate meets them all. Without the
 * filters of all groups, a candidate is left.
 */
export function excludedBy<Name>(
  filters: readonly Name[],
  candidates: readonly ReadonlySet<Name>[],
): Name[][] {
  const isMet = (filter: Name) => candidates.some((candidate) => candidate.has(filter));
  const others = filters.filter(isMet);
  const isLeft = candidates.some((candidate) => others.every((filter) => candidate.has(filter)));
  return [
    ...filters.filter((filter) => !isMet(filter)).map((filter) => [filter]),
    ...(isLeft ? [] : [others]),
  ];
}
