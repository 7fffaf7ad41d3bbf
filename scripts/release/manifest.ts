import { type LockedPackage, type LockedPackages, lockClosure } from './lock-closure.ts';

interface Workspace {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface ReleaseFiles {
  readonly manifest: object;
  readonly shrinkwrap: object;
  readonly materials: ReadonlyMap<string, LockedPackage>;
}

interface ReleaseSources {
  readonly version: string;
  readonly packages: LockedPackages;
  readonly server: Workspace;
  readonly console: Workspace;
  readonly cli: Workspace;
  /** Packages that the bundles leave out, in esbuild's notation: `@aws-sdk/*`. */
  readonly external: readonly string[];
}

/** The release depends only on the packages that the bundles leave out, in exactly the tested versions. */
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
      // The command is one bundle, so its packages are listed as development dependencies.
      ...lockClosure(packages, Object.keys({ ...cli.dependencies, ...cli.devDependencies }), 'cli'),
    ]),
  };
}

/** Removes flags for development, optional and peer packages: they describe the workspace, but the release needs the package to run. */
function shipped(locked: LockedPackage): object {
  const { dev: _, devOptional: __, peer: ___, ...rest } = locked as LockedPackage & Record<string, unknown>;
  return rest;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
