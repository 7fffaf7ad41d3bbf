import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../api/api.ts';
import { Failure, failed } from '../../outcome/failure.ts';

const BREAKS_MAX = 4;
const PAUSE_MS = 250;

/** All bytes of an unchanging resource; resumes with a range request when the connection breaks. */
export async function* rangedDownload(api: Api, at: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let offset = 0;
  let etag: string | undefined;
  for (let breaks = 0; ; breaks += 1) {
    const { status, headers, body } = await api.download(at, { headers: rangeHeaders(offset, etag) });
    if (offset > 0 && status !== 206) throw failed('The backup was changed while it was downloaded.', 'changed');
    etag ??= headers.get('etag') ?? undefined;
    try {
      for await (const piece of body) {
        offset += piece.byteLength;
        breaks = 0;
        yield piece;
      }
      return;
    } catch (error) {
      const mayGoOn = error instanceof Failure && error.facts.retry !== undefined && etag !== undefined;
      if (!mayGoOn || breaks + 1 >= BREAKS_MAX) throw error;
      await sleep(PAUSE_MS * 2 ** breaks, undefined, { signal });
    }
  }
}

function rangeHeaders(offset: number, etag: string | undefined): Readonly<Record<string, string>> {
  const plain = { accept: '*/*', 'accept-encoding': 'identity' };
  return offset === 0 || etag === undefined ? plain : { ...plain, range: `bytes=${offset}-`, 'if-range': etag };
}
