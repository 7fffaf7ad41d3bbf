import type { BlobKey } from '../blob-store.ts';

const PREFIX = 'blobs/';
const NAME = /^blobs\/([a-z][a-z0-9_]{0,79})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The object of a blob is `blobs/<group>/<id>`, so that a group's objects are listed together in creation order. */
export function objectName({ group, id }: BlobKey): string {
  const name = `${PREFIX}${group}/${id}`;
  if (!NAME.test(name)) throw new TypeError(`"${name}" cannot be the name of a blob.`);
  return name;
}

export function parseObjectName(name: string): BlobKey | undefined {
  const [, group, id] = NAME.exec(name) ?? [];
  return group === undefined || id === undefined ? undefined : { group, id };
}

export function groupPrefix(group: string): string {
  return `${PREFIX}${group}/`;
}

export const ALL_PREFIX = PREFIX;
