import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCK_FILE = new URL('../package-lock.json', import.meta.url);

const packages = lockedPackages();

it('names the package of every platform in the lock file, because npm ci fails everywhere without them', () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(({ path, name }) => !placesOf(path, name).some((place) => place in packages))).toEqual([]);
});

it('installs what the command is built from without packages for tests, because a checkout builds it at its first call', () => {
  const bundled = Object.keys(packages['cli']?.devDependencies ?? {});
  expect(bundled.length).toBeGreaterThan(3);
  const isInstalled = (name: string) =>
    packages[placesOf('cli', name).find((place) => place in packages) ?? '']?.dev !== true;
  expect(bundled.filter((name) => !isInstalled(name))).toEqual([]);
});

it('runs the service with packages that accept Node 20, because npm ci of Node 20 warns of all others', () => {
  const refusing = Object.entries(packages).filter(([, { dev, optional, engines }]) => {
    const majors = [...(engines?.['node'] ?? '').matchAll(/(?:^|[\s>=^~|])(\d+)/g)].map(([, major]) => Number(major));
    return dev !== true && optional !== true && majors.length > 0 && Math.min(...majors) > 20;
  });
  expect(refusing.map(([path]) => path)).toEqual([]);
});

function lockedPackages(): Readonly<Record<string, LockedPackage>> {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { packages: Record<string, LockedPackage> };
  return packages;
}

/** The paths where the package at `path` looks for another one, from its own folder upwards. */
function placesOf(path: string, name: string): readonly string[] {
  const above = path.lastIndexOf('/node_modules/');
  const here = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  return path === '' ? [here] : [here, ...placesOf(above === -1 ? '' : path.slice(0, above), name)];
}
