import { join } from 'node:path';
import type { BlobKey } from '../blob-store.ts';

const GROUP = /^[a-z][a-z0-9_]{0,79}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** No group may be called so. */
const INCOMING = '.incoming';
const SEPARATOR = '~';
/** Of twelve that count milliseconds, so each folder holds what came in 2^24 of them. */
const TIME_DIGITS = 6;

/**
 * Where things are: `<root>/<group>/<time>/<id>` holds a blob, `<root>/.incoming/<group>~<id>` is the same file under
 * a second name until the blob is confirmed. `time` are the first digits of the id, which change every 4.7 hours: blobs
 * that come together stand in one folder, whose names one sync makes durable for all of them.
 */
export interface Paths {
  readonly root: string;
  readonly incoming: string;
  group(group: string): string;
  folder(key: BlobKey): string;
  file(key: BlobKey): string;
  marker(key: BlobKey): string;
  /** The key a name in `.incoming` stands for; undefined for files of others. */
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

/** Names become paths: whoever hands in something else has a fault that must not reach the disk. */
function requireFit(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new TypeError(`"${name}" cannot be part of the name of a blob.`);
  return name;
}
