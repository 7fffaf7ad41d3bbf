import type { Answer } from '../../../http/index.ts';
import { type Download, keyOf, reachStorage } from './download.ts';

/** Lifetime of an object store address. Browsers follow it at once, and again while a video plays. */
const ADDRESS_SECONDS = 300;

/** The browser then handles the bytes in an origin other than the API's. */
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
