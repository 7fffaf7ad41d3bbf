import { type LockedPackage, type LockedPackages, lockClosure } from './lock-closure.ts';

interface Workspace {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface ReleaseFiles {
  readonly manifest: object;
  readonly shrinkwrap: object;
  /** Everything the release is made of, also what the bundles hold. */
  readonly materials: ReadonlyMap<string, LockedPackage>;
}

interface ReleaseSources {
  readonly version: string;
  readonly packages: LockedPackages;
  readonly server: Workspace;
  readonly console: Workspace;
  readonly cli: Workspace;
  /** Packages that the bundles leave out, as esbuild takes them: `@aws-sdk/*`. */
  readonly external: readonly string[];
}

/** The release depends on nothing but what the bundles leave out, in exactly the versions that were tested. */
export function releaseFiles({ version, packages, server, console, cli, external }: ReleaseSources): ReleaseFiles {
  const names = Object.keys(server.dependencies ?? {});
  const loaded = names.filter((name) => external.some((pattern) => matches(pattern, name))).sort();
  const closure = lockClosure(packages, loaded, '');
  const manifest = {
    name: 'service',
    version,
    description: 'A hosted backend for app projects: the server with its console, and the command servicectl.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=26' },
    bin: { 'service-server': 'bin/service-server', servicectl: 'cli/bin/servicectl.mjs' },
    dependencies: Object.fromEntries(loaded.map((name) => [name, closure.get(`node_modules/${name}`)?.version ?? ''])),
  };
  const { description: _, type: __, ...root } = manifest;
  return {
    manifest,
    shrinkwrap: {
      name: manifest.name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': root, ...Object.fromEntries([...closure].map(([place, locked]) => [place, shipped(locked)])) },
    },
    materials: new Map([
      ...lockClosure(packages, names, 'server'),
      ...lockClosure(packages, Object.keys(console.dependencies ?? {}), 'console'),
      // The command is one bundle, so that its packages count as tools of its build.
      ...lockClosure(packages, Object.keys({ ...cli.dependencies, ...cli.devDependencies }), 'cli'),
    ]),
  };
}

/** The workspace may need a package for its tests only, or in another place; a release needs it to run. */
function shipped(locked: LockedPackage): object {
  const { dev: _, devOptional: __, peer: ___, ...rest } = locked as LockedPackage & Record<string, unknown>;
  return rest;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
