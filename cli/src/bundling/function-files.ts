import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemCode, wrongUse } from '../outcome/failure.ts';
import { nearest } from '../outcome/nearest.ts';
import { bundlePackages } from './bundle-packages.ts';
import { readSources } from './read-sources.ts';

const ENTRY = /^([a-z][a-z0-9_-]{0,62})\.(ts|js)$/;

export async function findFunctions(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found = new Map<string, string>();
  for (const file of names.sort()) {
    const name = file.endsWith('.d.ts') ? undefined : ENTRY.exec(file)?.[1];
    if (name === undefined || !(await lstat(join(folder, file))).isFile()) continue;
    found.set(name, file);
  }
  return found;
}

export function requireFunctions(found: ReadonlyMap<string, string>, names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (found.has(name)) continue;
    const meant = nearest(name, found.keys());
    throw wrongUse(`There is no function "${name}" here.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
  }
  return names.length === 0 ? [...found.keys()] : names;
}

export interface BuiltFunction {
  /** The `files` of a deployment: the entry is called `index`, the others keep their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
}

export async function buildFunction(
  folder: string,
  entry: string,
  bundle: typeof bundlePackages = bundlePackages,
): Promise<BuiltFunction> {
  const { files, packages } = await readSources(folder, [entry]);
  const built: Record<string, string> = {};
  for (const [path, text] of files) built[path === entry ? entry.replace(/^[^.]+/, 'index') : path] = text;
  for (const [path, text] of await bundle(folder, packages)) built[path] = text;
  return { files: built, sources: [...files.keys()] };
}

export function namedInApp(message: string, folder: string, file: string): string {
  return message.replaceAll(/^index\.(?:ts|js):/gm, `${basename(folder)}/${file}:`);
}
