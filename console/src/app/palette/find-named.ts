import type { Target } from './targets.ts';

/**
 * Finds the targets whose label has every word, or that other products call exactly so, then those with a longer such
 * name, shortest first. A target that is found by such a name shows it.
 */
export function findNamed(targets: readonly Target[], text: string): readonly Target[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const fits = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  const found = targets.flatMap((target): Target[] => {
    if (fits(target.label)) return [target];
    const alias = target.aliases?.filter(fits).toSorted(byLength)[0];
    return alias === undefined ? [] : [{ ...target, alias }];
  });
  const isCalledSo = ({ alias }: Target): boolean => alias === undefined || alias.toLowerCase() === wanted;
  const others = found.filter((target) => !isCalledSo(target));
  return [...found.filter(isCalledSo), ...others.toSorted((a, b) => byLength(a.alias ?? '', b.alias ?? ''))];
}

function byLength(a: string, b: string): number {
  return a.length - b.length;
}
