import { ServiceError } from '../../../platform/errors.ts';

export type FoundFile<File> =
  | { readonly kind: 'file'; readonly file: File }
  /** A folder that has a page of its own, asked for without the slash at its end. */
  | { readonly kind: 'redirect'; readonly path: string }
  | { readonly kind: 'missing' };

const MISSING = { kind: 'missing' } as const;
const INDEX = 'index.html';
const WELL_KNOWN = '.well-known';
/** Characters in no file name: separators, which would lead elsewhere, and controls. */
const UNFIT = /[/\\\p{Cc}]/u;

/** A path of an address taken apart, each part decoded once. Undefined: no file can be there. */
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

/**
 * The file at a path: that of the name, the page of a folder, or, for a browser that goes to a page, the app's first
 * page, which then shows what the address means.
 */
export function findFile<File>(files: ReadonlyMap<string, File>, path: string, wantsPage: boolean): FoundFile<File> {
  const parts = readPath(path);
  if (parts === undefined) return MISSING;
  const name = parts.join('/').normalize('NFC');
  const file = files.get(name.endsWith('/') || name === '' ? name + INDEX : name);
  if (file !== undefined) return { kind: 'file', file };
  // Without empty parts, which a browser would take for the beginning of another host.
  const isPlain = !parts.includes('');
  if (isPlain && files.has(`${name}/${INDEX}`)) return { kind: 'redirect', path: `${path}/` };
  const page = wantsPage && !(parts.at(-1) ?? '').includes('.') ? files.get(INDEX) : undefined;
  return page === undefined ? MISSING : { kind: 'file', file: page };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ServiceError('validation_failed', 'The address contains a malformed percent sign.');
  }
}
