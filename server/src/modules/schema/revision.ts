import { createHash } from 'node:crypto';

interface State {
  readonly fingerprint: string;
}

const CHARACTERS = 22;

export function revisionOf(...states: readonly State[]): string {
  const hash = createHash('sha256');
  for (const { fingerprint } of states) hash.update(`${fingerprint.length}:`).update(fingerprint);
  return hash.digest('base64url').slice(0, CHARACTERS);
}
