import { join } from 'node:path';
import type { BlobKey } from '../blob-store.ts';

const GROUP = /^[a-z][a-z0-9_]{0,79}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Cannot be the name of a group. */
const INCOMING = '.incoming';
const SEPARATOR = '~';
/** The first 6 of the 12 hex digits that count milliseconds: blobs of 4.7 hours share a folder and its syncs. */
const TIME_DIGITS = 6;

/** `<root>/<group>/<time>/<id>`; until it is confirmed, the same file is also `<root>/.incoming/<group>~<id>`. */
export interface Paths {
  readonly root: string;
  readonly incoming: string;
  group(group: string): string;
  folder(key: BlobKey): string;
  file(key: BlobKey): string;
  marker(key: BlobKey): string;
  /** The key of a name in `.incoming`; undefined for foreign files. */
  parseMarker(name: string): BlobKey | undefined;
}

export function createPaths(root: string): Paths {
  const group = (name: string): string => join(root, requireFit(GROUP, name));
  const folder = (key: BlobKey): string => join(group(key.group), requireFit(ID, key.id).slice(0, TIME_DIGITS));
  const incoming = join(root, INCOMING);
  return {
    root,
    incoming,
    group,
    folder,
    file: (key) => join(folder(key), key.id),
    marker: (key) => join(incoming, `${requireFit(GROUP, key.group)}${SEPARATOR}${requireFit(ID, key.id)}`),
    parseMarker(name) {
      const [groupName = '', id = ''] = name.split(SEPARATOR);
      return isGroup(groupName) && isId(id) ? { group: groupName, id } : undefined;
    },
  };
}

export function isGroup(name: string): boolean {
  return GROUP.test(name);
}

export function isId(name: string): boolean {
  return ID.test(name);
}

/** Names become paths, so an invalid name is a bug in the caller and must not reach the disk. */
function requireFit(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new TypeError(`"${name}" cannot be part of the name of a blob.`);
  return name;
}
