import type { Target } from './targets.ts';

const OWN: ReadonlySet<string> = new Set(['Table', 'Function', 'Project']);
const CONTAINS = 2;
const ALIAS = 3;
const LONGER_ALIAS = 4;

/**
 * Finds the targets that have every word: those with exactly this label, the user's own things first, then `matches`,
 * which the service found, other labels, and names that other products give them, exact and short ones first. A target
 * that is found by such a name shows it.
 */
export function findNamed(
  targets: readonly Target[],
  text: string,
  matches: readonly Target[] = [],
): readonly Target[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const fits = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  const isExact = (name: string): boolean => name.toLowerCase() === wanted;
  const found = targets.flatMap((target): Target[] => {
    if (fits(target.label)) return [target];
    const alias = target.aliases?.filter(fits).toSorted(byLength)[0];
    return alias === undefined ? [] : [{ ...target, alias }];
  });
  const rankOf = ({ label, kind, alias }: Target): number => {
    if (alias !== undefined) return isExact(alias) ? ALIAS : LONGER_ALIAS;
    if (!isExact(label)) return CONTAINS;
    return OWN.has(kind) ? 0 : 1;
  };
  const ranked = found.toSorted((a, b) => rankOf(a) - rankOf(b) || byLength(a.alias ?? '', b.alias ?? ''));
  const others = ranked.findIndex((target) => rankOf(target) >= CONTAINS);
  return ranked.toSpliced(others === -1 ? ranked.length : others, 0, ...matches);
}

function byLength(a: string, b: string): number {
  return a.length - b.length;
}
