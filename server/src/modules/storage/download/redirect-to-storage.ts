import type { Answer } from '../../../http/index.ts';
import { type Download, keyOf, reachStorage } from './download.ts';

/** How long an address of the object store is good for: it is followed at once, and again while a film is watched. */
const ADDRESS_SECONDS = 300;

/**
 * Sends the request on to the object store, where the project wants it so and the store has addresses for it. What a
 * browser makes of the bytes there touches an origin that is not the API's.
 */
export async function redirectToStorage(
  download: Download,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const { blobs, settings } = download.context;
  if (blobs.presign === undefined || !settings(download.input.project).redirect) return undefined;
  const shown = {
    'content-type': headers['Content-Type'] ?? '',
    'content-disposition': headers['Content-Disposition'] ?? '',
    'cache-control': headers['Cache-Control'] ?? '',
  };
  const sign = blobs.presign(keyOf(download), { expiresInSeconds: ADDRESS_SECONDS, headers: shown });
  const location = await reachStorage(() => sign);
  return { status: 302, headers: { Location: location, 'Cache-Control': 'private, no-store' }, body: '' };
}
