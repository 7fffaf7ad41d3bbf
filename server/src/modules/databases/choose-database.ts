export interface Candidate {
  readonly name: string;
  readonly acceptsNew: boolean;
  readonly weight: number;
  readonly isUsable: boolean;
}

/** The fewest projects for its weight. Undefined when no database takes new projects, or none of those answers. */
export function chooseDatabase(
  candidates: readonly Candidate[],
  projects: ReadonlyMap<string, number>,
): string | undefined {
  const fullness = ({ name, weight }: Candidate): number => ((projects.get(name) ?? 0) + 1) / weight;
  const open = candidates.filter(({ acceptsNew, isUsable }) => acceptsNew && isUsable);
  return open.toSorted((a, b) => fullness(a) - fullness(b))[0]?.name;
}
