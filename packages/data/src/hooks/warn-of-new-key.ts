import type { Kind } from '../cache/query-client.ts';

const HOOKS: Readonly<Record<Kind, string>> = {
  rows: 'useQuery',
  pages: 'useInfiniteQuery',
  row: 'useRow',
  count: 'useCount',
  groups: 'useAggregate',
  files: 'useFiles',
  file: 'useFile',
};
const CHANGES_MAX = 10;
const WITHIN_MS = 1000;

const changes = new WeakMap<object, number[]>();

/** In development, warns about options that differ in every render: they send a request per render and never show an answer. */
export function warnOfNewKey(component: object | undefined, { kind, table }: { kind: Kind; table: string }): void {
  if (component === undefined) return;
  const now = performance.now();
  const recent = [...(changes.get(component) ?? []).filter((at) => now - at < WITHIN_MS), now];
  changes.set(component, recent);
  if (recent.length !== CHANGES_MAX) return;
  // biome-ignore lint/suspicious/noConsole: it is for the person who develops the app, and only in development.
  console.warn(
    `${HOOKS[kind]}('${table}') got different options ${CHANGES_MAX} times within a second, so it asks again and again. A value such as Date.now() in its filter changes with every render: keep it in useMemo or useState.`,
  );
}
