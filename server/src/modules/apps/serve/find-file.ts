import { ServiceError } from '../../../platform/errors.ts';

export type FoundFile<File> =
  | { readonly kind: 'file'; readonly file: File }
  /** A folder with its own page, requested without the trailing slash. */
  | { readonly kind: 'redirect'; readonly path: string }
  | { readonly kind: 'missing' };

const MISSING = { kind: 'missing' } as const;
const INDEX = 'index.html';
const WELL_KNOWN = '.well-known';
/** Characters that no file name may have: separators, which would lead to another folder, and control characters. */
const UNFIT = /[/\\\p{Cc}]/u;

/**
 * Decodes each segment once, after splitting: a `%2F` or `..` that appears only after a second decoding could lead to
 * another folder. Undefined when no file can have this path.
 */
export function readPath(path: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const part of path.slice(1).split('/')) {
    const name = part.includes('%') ? decode(part) : part;
    const isHidden = name.startsWith('.') && name !== WELL_KNOWN;
    if (isHidden || UNFIT.test(name)) return undefined;
    parts.push(name);
  }
  return path.startsWith('/') ? parts : undefined;
}

/** The named file, a folder's page or, when a browser navigates, the index page for the client-side router. */
export function findFile<File>(files: ReadonlyMap<string, File>, path: string, wantsPage: boolean): FoundFile<File> {
  const parts = readPath(path);
  if (parts === undefined) return MISSING;
  const name = parts.join('/').normalize('NFC');
  const file = files.get(name.endsWith('/') || name === '' ? name + INDEX : name);
  if (file !== undefined) return { kind: 'file', file };
  // Leaves out empty segments, because browsers would read `//` as the start of another host.
  const isPlain = !parts.includes('');
  if (isPlain && files.has(`${name}/${INDEX}`)) return { kind: 'redirect', path: `${path}/` };
  const page = wantsPage && !(parts.at(-1) ?? '').includes('.') ? files.get(INDEX) : undefined;
  return page === undefined ? MISSING : { kind: 'file', file: page };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ServiceError('validation_failed', 'The path contains a malformed percent sign.');
  }
}
