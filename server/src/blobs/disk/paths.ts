import { join } from 'node:path';
import type { BlobKey } from '../blob-store.ts';

const GROUP = /^[a-z][a-z0-9_]{0,79}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Cannot be the name of a group. */
const INCOMING = '.incoming';
const SEPARATOR = '~';
/** The first 6 of the 12 hex digits that count milliseconds, so each folder covers 2^24 ms. */
const TIME_DIGITS = 6;

/**
 * The layout: `<root>/<group>/<time>/<id>` is a blob, and `<root>/.incoming/<group>~<id>` is a second name of the same file until the
 * blob is confirmed. `time` is the first digits of the id, which change every 4.7 hours: blobs put at about the same time share a folder,
 * and one sync makes all their names durable.
 */
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
