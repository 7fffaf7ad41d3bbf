import { createHash } from 'node:crypto';

interface State {
  readonly fingerprint: string;
}

const CHARACTERS = 22;

/** Identifies one state of tables and functions; different states have different revisions. */
export function revisionOf(...states: readonly State[]): string {
  const hash = createHash('sha256');
  for (const { fingerprint } of states) hash.update(`${fingerprint.length}:`).update(fingerprint);
  return hash.digest('base64url').slice(0, CHARACTERS);
}
