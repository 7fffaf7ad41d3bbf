import { validationFailed } from '../../../platform/errors.ts';

const FOLDERS: ReadonlySet<string> = new Set(['dist', 'webhook', 'functions']);
const PATH_BYTES_MAX = 1024;
/** Far deeper than nested packages need. Each entry is checked against each of its parent folders. */
const DEPTH_MAX = 64;
const SHOWN_CHARACTERS = 100;

export interface EntryPath {
  /** Normalized to one Unicode form, so that no two names look the same. */
  readonly path: string;
  readonly folder: string;
}

/** Undefined for the archive's root. Throws `validation_failed` for a name that could point outside the archive. */
export function readEntryPath(name: string, isFolder: boolean): EntryPath | undefined {
  const plain = name.replace(/^(?:\.\/)+/, '');
  const path = (isFolder ? plain.replace(/\/+$/, '') : plain).normalize('NFC');
  if (isFolder && (path === '' || path === '.')) return undefined;
  if (name.startsWith('/')) throw refusedEntry(name, 'has an absolute path');
  if (/[\\\p{Cc}\p{Cs}\ufffd]/u.test(path)) throw refusedEntry(name, 'has characters in its name that are not allowed');
  if (Buffer.byteLength(path) > PATH_BYTES_MAX)
    throw refusedEntry(name, `has a path longer than ${PATH_BYTES_MAX} bytes`);
  const segments = path.split('/');
  if (segments.length > DEPTH_MAX) throw refusedEntry(name, `is in more than ${DEPTH_MAX} folders`);
  const [folder = ''] = segments;
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw refusedEntry(name, 'has a path that is not plain');
  }
  if (!FOLDERS.has(folder) || (segments.length === 1 && !isFolder)) {
    throw refusedEntry(name, 'is not below dist/, webhook/ or functions/');
  }
  return { path, folder };
}

/** Whether publishing could have stored this path of a site's file, which is relative to `dist/`. */
export function isSitePath(path: string): boolean {
  try {
    return readEntryPath(`dist/${path}`, false)?.path === `dist/${path}`;
  } catch {
    return false;
  }
}

export function refusedEntry(name: string, problem: string) {
  const shown = name
    .slice(0, SHOWN_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?');
  return validationFailed({ archive: `has an entry that ${problem}: "${shown}"` });
}
