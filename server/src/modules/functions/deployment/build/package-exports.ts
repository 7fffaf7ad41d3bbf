const CONDITIONS: ReadonlySet<string> = new Set([
  'workerd',
  'worker',
  'browser',
  'import',
  'module',
  'require',
  'default',
]);

type Target = string | null | readonly Target[] | { readonly [condition: string]: Target };

/** The file exported for `subpath` (`.` or `./name`), by Node's rules for `exports` and `imports`. */
export function findExport(entries: unknown, subpath: string): string | undefined {
  const table = tableOf(entries);
  const exact = Object.hasOwn(table, subpath) ? table[subpath] : undefined;
  if (exact !== undefined && !subpath.includes('*')) return choose(exact, '');
  let best: string | undefined;
  for (const pattern of Object.keys(table)) {
    const [head = '', tail, ...more] = pattern.split('*');
    if (tail === undefined || more.length > 0) continue;
    const fits = subpath.length >= pattern.length && subpath.startsWith(head) && subpath.endsWith(tail);
    if (fits && head.length > (best?.indexOf('*') ?? -1)) best = pattern;
  }
  if (best === undefined) return undefined;
  const [head = '', tail = ''] = best.split('*');
  return choose(table[best] ?? null, subpath.slice(head.length, subpath.length - tail.length));
}

function tableOf(entries: unknown): Readonly<Record<string, Target>> {
  const isTable =
    typeof entries === 'object' &&
    entries !== null &&
    !Array.isArray(entries) &&
    Object.keys(entries).every((key) => key.startsWith('.') || key.startsWith('#'));
  return isTable ? (entries as Record<string, Target>) : { '.': entries as Target };
}

function choose(target: Target, star: string): string | undefined {
  if (typeof target === 'string') return target.replaceAll('*', () => star);
  if (typeof target !== 'object' || target === null) return undefined;
  const candidates: readonly Target[] = isList(target)
    ? target
    : Object.entries(target).flatMap(([condition, inner]) => (CONDITIONS.has(condition) ? [inner] : []));
  for (const candidate of candidates) {
    const found = choose(candidate, star);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isList(target: NonNullable<Target>): target is readonly Target[] {
  return Array.isArray(target);
}
