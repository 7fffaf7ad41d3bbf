import { validationFailed } from '../../platform/errors.ts';

const NAME_CHARACTERS_MAX = 255;
const PATH_CHARACTERS_MAX = 1024;

/** Control characters, line separators, and characters that reverse text, so that one name looks like another. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The name and path that people see; `path` ends with `name`. Neither is ever used as a path on a disk. */
export interface FilePlace {
  readonly name: string;
  readonly path: string;
}

/** A requested place. A path that ends with `/` is the folder for the name; any other path includes its own name. */
export interface WantedPlace {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

/** Places a new file under the name that the client sent. Old clients send whole paths of their own machine. */
export function placeNewFile(filename: string, path: string | undefined): FilePlace {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
  if (path === undefined || path === '') return placed('', requireName(name, 'file'));
  return path.endsWith('/') ? placed(path, requireName(name, 'file')) : requirePath(path);
}

export function moveFile(before: FilePlace, { name, path }: WantedPlace): FilePlace {
  const wanted = name === undefined ? undefined : requireName(name, 'name');
  if (path === undefined) return placed(folderOf(before.path), wanted ?? before.name);
  if (path === '' || path.endsWith('/')) return placed(path, wanted ?? before.name);
  const place = requirePath(path);
  if (wanted !== undefined && wanted !== place.name) throw validationFailed({ path: 'must end with the name' });
  return place;
}

export function isPlace({ name, path }: FilePlace): boolean {
  const segments = path.split('/');
  return pathProblem(path, segments) === undefined && nameProblem(name) === undefined && segments.at(-1) === name;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function placed(folder: string, name: string): FilePlace {
  return requirePath(folder + name);
}

function requirePath(path: string): FilePlace {
  const segments = path.split('/');
  const problem = pathProblem(path, segments);
  if (problem !== undefined) throw validationFailed({ path: problem });
  const name = segments.at(-1) ?? '';
  if (charactersOf(name) > NAME_CHARACTERS_MAX)
    throw validationFailed({ path: `must end with a name of at most ${NAME_CHARACTERS_MAX} characters` });
  return { path, name };
}

function pathProblem(path: string, segments: readonly string[]): string | undefined {
  if (charactersOf(path) > PATH_CHARACTERS_MAX) return `must have at most ${PATH_CHARACTERS_MAX} characters`;
  if (path.startsWith('/')) return 'must not begin with /';
  if (path.includes('\\')) return 'must not contain a backslash';
  if (segments.includes('')) return 'must not contain an empty part';
  if (segments.some(isDots)) return 'must not contain the parts . and ..';
  return UNSHOWABLE.test(path) ? 'must not contain control characters' : undefined;
}

function requireName(name: string, field: 'file' | 'name'): string {
  const problem = nameProblem(name);
  if (problem === undefined) return name;
  throw validationFailed({ [field]: field === 'name' ? problem : `must have a valid name: it ${problem}` });
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (charactersOf(name) > NAME_CHARACTERS_MAX) return `must have at most ${NAME_CHARACTERS_MAX} characters`;
  if (/[/\\]/.test(name) || isDots(name)) return 'must not contain a path';
  return UNSHOWABLE.test(name) ? 'must not contain control characters' : undefined;
}

function isDots(text: string): boolean {
  return text === '.' || text === '..';
}

/** Counts code points, not UTF-16 units. */
function charactersOf(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
