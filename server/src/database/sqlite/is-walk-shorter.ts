/** A row that is found through an index of the filter is also read and sorted; one that is met on the walk is only read. */
const SORT_COST = 2;

/**
 * Whether going down the order meets a full page sooner than all matching rows are found and sorted: the walk passes
 * `all / matching` rows for each that matches. Taken for rows that lie evenly, as any planner takes them.
 */
export function isWalkShorter({ matching, all, span }: { matching: number; all: number; span: number }): boolean {
  return span * all < SORT_COST * matching * matching;
}
