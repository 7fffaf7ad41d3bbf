import type { Answer } from '../../../http/index.ts';
import type { Download, DownloadContext, DownloadInput } from './download.ts';
import { findDownload } from './find-download.ts';
import { readRendition } from './read-rendition.ts';
import { sendRendition } from './send-rendition.ts';
import { sendStored } from './send-stored.ts';

/** Throws `file_not_found`, `session_expired`, `range_not_satisfiable`, `unsupported_media_type`, `unavailable`. */
export async function downloadFile(context: DownloadContext, input: DownloadInput): Promise<Answer> {
  const rendition = readRendition(input.query);
  const download: Download = { context, input, found: await findDownload(context, input) };
  return rendition === undefined ? sendStored(download) : sendRendition(download, rendition);
}
