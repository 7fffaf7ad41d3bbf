import { requireDisplayName } from '../../platform/display-name.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { UserRow } from './users-store.ts';

const URL_LENGTH_MAX = 2048;
const METADATA_BYTES_MAX = 16_384;
const METADATA_DEPTH_MAX = 32;

export interface ProfilePatch {
  readonly name?: string | null;
  readonly avatar_url?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Returns columns for the fields that are present. Throws `validation_failed`. */
export function readProfile({
  name,
  avatar_url: avatar,
  metadata,
}: ProfilePatch): Partial<Pick<UserRow, 'name' | 'avatar_url' | 'metadata'>> {
  return {
    ...(name === undefined ? {} : { name: name === null ? null : requireDisplayName(name) }),
    ...(avatar === undefined ? {} : { avatar_url: avatar === null ? null : requireWebAddress(avatar) }),
    ...(metadata === undefined ? {} : { metadata: requireMetadata(metadata) }),
  };
}

/** Apps use the address as the source of a picture, so it must not be anything that a browser could run. */
function requireWebAddress(text: string): string {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || text.length > URL_LENGTH_MAX || url.href.length > URL_LENGTH_MAX) {
    throw validationFailed({ avatar_url: `must be an http(s) address of at most ${URL_LENGTH_MAX} characters` });
  }
  return url.href;
}

function requireMetadata(metadata: Readonly<Record<string, unknown>>): string {
  if (!isStorable(metadata, METADATA_DEPTH_MAX)) {
    throw validationFailed({
      metadata: `must not contain NUL or lone surrogates and may have at most ${METADATA_DEPTH_MAX} levels`,
    });
  }
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) {
    throw validationFailed({ metadata: `must be at most ${METADATA_BYTES_MAX} bytes of JSON` });
  }
  return text;
}

function isStorable(value: unknown, depthLeft: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depthLeft === 0) return false;
  return Object.entries(value).every(([key, member]) => isStorable(key, 0) && isStorable(member, depthLeft - 1));
}
