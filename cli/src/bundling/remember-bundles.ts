import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../outcome/failure.ts';
import { bundlePackages } from './bundle-packages.ts';
import type { PackageImports } from './read-sources.ts';

/** npm rewrites this file whenever the installed packages change. */
const INSTALLED = 'node_modules/.package-lock.json';

export function rememberBundles(): typeof bundlePackages {
  const bundles = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return async (folder, packages) => {
    const key = keyOf(packages, await changedMs(join(dirname(folder), INSTALLED)));
    const bundle = bundles.get(key) ?? bundlePackages(folder, packages);
    bundles.set(key, bundle);
    bundle.catch(() => bundles.delete(key));
    return bundle;
  };
}

function keyOf(packages: PackageImports, installedMs: number): string {
  return JSON.stringify([installedMs, ...Array.from(packages, ([specifier, names]) => [specifier, ...names])]);
}

async function changedMs(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
