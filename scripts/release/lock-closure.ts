export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** By folder, named as in the lock file: `node_modules/a/node_modules/b`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

export function lockClosure(
  packages: LockedPackages,
  names: readonly string[],
  from: string,
): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const open = names.map((name) => requirePlace(packages, name, from));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const locked = packages[place];
    if (locked === undefined || found.has(place)) continue;
    found.set(place, locked);
    for (const name of Object.keys(locked.dependencies ?? {})) open.push(requirePlace(packages, name, place));
    // Optional packages are for other machines, and users may provide peer packages, so both may be missing.
    for (const name of Object.keys({ ...locked.optionalDependencies, ...locked.peerDependencies })) {
      const optional = findPlace(packages, name, place);
      if (optional !== undefined) open.push(optional);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function requirePlace(packages: LockedPackages, name: string, from: string): string {
  const place = findPlace(packages, name, from);
  if (place === undefined) throw new Error(`package-lock.json has no "${name}", which "${from}" needs`);
  return place;
}

/** Where Node finds a package: in the nearest `node_modules` folder upwards. */
function findPlace(packages: LockedPackages, name: string, from: string): string | undefined {
  for (let folder = from; ; ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above === -1 ? '' : folder.slice(0, above);
  }
}
