type Import = readonly [from: string, to: string];
/** The files and folders in one folder, each with the siblings it imports and one import as example. */
type Neighbours = Map<string, Map<string, string>>;

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** Imports between files in these places, without packages installed there. */
export function importsWithin(places: readonly string[], modules: readonly Module[]): readonly Import[] {
  const isWithin = (file: string): boolean =>
    !file.includes('node_modules/') && places.some((place) => file.startsWith(`${place}/`));
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Import => [source, resolved]).filter((ends) => ends.every(isWithin)),
  );
}

/** Circles of sibling files and folders that import each other, which can exist without a circle between files. */
export function circlesOf(imports: readonly Import[]): readonly (readonly string[])[] {
  const folders = new Map<string, Neighbours>();
  for (const one of imports) addImport(folders, one);
  return [...folders.values()].flatMap((neighbours) => {
    const circle = [...neighbours.keys()].find((name) => reaches(neighbours, name, name));
    return circle === undefined ? [] : [arrowsOf(neighbours, circle)];
  });
}

/** Records the import at the level where the two paths diverge: there it leads from one sibling to another. */
function addImport(folders: Map<string, Neighbours>, [from, to]: Import): void {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((part, index) => part !== b[index]);
  const [name, other] = [a[depth], b[depth]];
  if (name === undefined || other === undefined) return;
  const folder = a.slice(0, depth).join('/');
  const neighbours = folders.get(folder) ?? new Map();
  folders.set(folder, neighbours);
  const imported = neighbours.get(name) ?? new Map();
  neighbours.set(name, imported);
  imported.set(other, `${from} -> ${to}`);
}

function reaches(neighbours: Neighbours, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const next of neighbours.get(name)?.keys() ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  return false;
}

function arrowsOf(neighbours: Neighbours, name: string): readonly string[] {
  const isIn = (other: string): boolean => reaches(neighbours, name, other) && reaches(neighbours, other, name);
  return [...neighbours].flatMap(([from, imported]) =>
    isIn(from) ? [...imported].filter(([to]) => isIn(to)).map(([, arrow]) => arrow) : [],
  );
}
