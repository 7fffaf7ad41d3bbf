import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCK_FILE = new URL('../package-lock.json', import.meta.url);

it('names the package of every platform in the lock file, because npm ci fails everywhere without them', () => {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { packages: Record<string, LockedPackage> };
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(({ path, name }) => !placesOf(path, name).some((place) => place in packages))).toEqual([]);
});

/** The paths where the package at `path` looks for another one, from its own folder upwards. */
function placesOf(path: string, name: string): readonly string[] {
  const above = path.lastIndexOf('/node_modules/');
  const here = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  return path === '' ? [here] : [here, ...placesOf(above === -1 ? '' : path.slice(0, above), name)];
}
