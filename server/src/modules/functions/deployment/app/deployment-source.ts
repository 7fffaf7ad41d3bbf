import { FUNCTION_NAME } from '../../definitions/function-definition.ts';
import { handlerName } from '../../definitions/handler-name.ts';
import { invalidSource } from '../build/source-error.ts';
import type { EntrySource } from '../options/read-config.ts';

/** Entry files of functions and webhook handlers in a deployment. Files in sub-folders are modules that they share. */
const ENTRY = /^(functions|webhook)\/([^/]+)\.(?:ts|js)$/;
const HANDLER_FILE = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/;
const ENTRIES_MAX = 200;

/** Throws `invalid_source`. */
export function findEntries(paths: Iterable<string>): readonly EntrySource[] {
  const entries = new Map<string, EntrySource>();
  for (const path of paths) {
    const source = entryAt(path);
    if (source === undefined) continue;
    const other = entries.get(source.name);
    if (other !== undefined) throw refused(path, `There is ${other.entry} of the same name.`);
    entries.set(source.name, source);
  }
  if (entries.size > ENTRIES_MAX) {
    throw refused('functions', `There are ${entries.size} functions and handlers; ${ENTRIES_MAX} are allowed.`);
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entryAt(path: string): EntrySource | undefined {
  const [, folder, file = ''] = ENTRY.exec(path) ?? [];
  // Skips type declarations, and hidden files that some systems put into folders.
  if (folder === undefined || file.startsWith('.') || path.endsWith('.d.ts')) return undefined;
  const isHandler = folder === 'webhook';
  if (!(isHandler ? HANDLER_FILE : FUNCTION_NAME).test(file)) {
    const allowed = isHandler ? 'letters, digits, _ and -' : 'lower-case letters, digits, _ and -, a letter first';
    throw refused(path, `Its name cannot be called: it must be ${allowed}, at most 63. Modules go into a sub-folder.`);
  }
  return { name: isHandler ? handlerName(file) : file, entry: path, isHandler };
}

function refused(file: string, message: string) {
  return invalidSource([{ file, line: 1, column: 1, message }]);
}
