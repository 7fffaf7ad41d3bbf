import type { CustomFetch } from 'openid-client';
import type { SafeFetch } from '../../../platform/safe-fetch/index.ts';

/** Discovery documents, keys, codes and profiles are small; a provider that takes longer counts as down. */
export const PROVIDER_TIMEOUT_MS = 8000;
const BODY_BYTES_MAX = 256 * 1024;

/** `fetch` for openid-client. Checks every address, because a provider's document may point anywhere. */
export function guardedFetch(safeFetch: SafeFetch): CustomFetch {
  return (url, { method, headers, body, signal }) =>
    safeFetch(url, {
      method,
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      signal,
      timeoutMs: PROVIDER_TIMEOUT_MS,
      bodyBytesMax: BODY_BYTES_MAX,
      isPlainOnlyIfOpened: true,
    });
}
