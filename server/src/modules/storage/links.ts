import { createHmac, hkdfSync } from 'node:crypto';
import type { StoreName } from '../../database/index.ts';
import { equalsInConstantTime } from '../../platform/crypto.ts';
import type { StoredFile } from './files-store.ts';

const TOKEN = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

type LinkedFile = Pick<StoredFile, 'id' | 'linkVersion'>;

/** Links are not stored: one ends by expiry, by deletion of its file, or by a change of its `linkVersion`. */
export interface Links {
  /** The value of `?token=` that opens the download of this file until `untilSeconds`, in whole seconds since 1970. */
  sign(store: StoreName, file: LinkedFile, untilSeconds: number): string;
  verify(store: StoreName, file: LinkedFile, token: string, nowMs: number): boolean;
}

export function createLinks(masterKey: Uint8Array): Links {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'signed file links', 32));
  // Every part has its own format, so different parts never give the same text.
  const mac = (store: StoreName, { id, linkVersion }: LinkedFile, until: string): string =>
    createHmac('sha256', key).update(`${store} ${id} ${linkVersion} ${until}`).digest('base64url');
  return {
    sign(store, file, untilSeconds) {
      const until = untilSeconds.toString(36);
      return `${until}.${mac(store, file, until)}`;
    },
    verify(store, file, token, nowMs) {
      const [, until, signature] = TOKEN.exec(token) ?? [];
      if (until === undefined || signature === undefined) return false;
      if (!equalsInConstantTime(signature, mac(store, file, until))) return false;
      return nowMs < Number.parseInt(until, 36) * 1000;
    },
  };
}
