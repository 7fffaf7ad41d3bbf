import type { NameChanges } from '../../functions/index.ts';
import type { DeployedFile } from '../deployments-store.ts';
import type { SiteFile } from './read-archive.ts';

export function siteChanges(before: readonly DeployedFile[], after: readonly SiteFile[]): NameChanges {
  const old = new Map(before.map(({ path, hash }) => [path, hash]));
  const kept = new Set(after.map(({ path }) => path));
  const paths = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path).sort();
  return {
    added: paths(after.filter(({ path }) => !old.has(path))),
    changed: paths(after.filter(({ path, hash }) => old.has(path) && old.get(path) !== hash)),
    removed: paths(before.filter(({ path }) => !kept.has(path))),
  };
}
