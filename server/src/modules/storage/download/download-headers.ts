import { dispositionOf, isShown } from './disposition-policy.ts';
import type { FoundDownload } from './find-download.ts';

export interface Form {
  readonly name: string;
  readonly mimeType: string;
  readonly etag: string;
  readonly isRendition: boolean;
}

/**
 * A file opened as a page would run in the API's origin, where its scripts could use the visitor's session. The sandbox
 * gives it an opaque origin without scripts, forms or windows.
 */
const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *";

/** Any cache may keep public files, but must check the ETag each time, because a file may stop being public. */
const CACHING = { everybody: 'public, no-cache', caller: 'private, no-store' };

export function downloadHeaders(
  { file, isByLink }: FoundDownload,
  form: Form,
  asAttachment: boolean,
): Record<string, string> {
  const isPublic = file.visibility === 'public';
  return {
    'Content-Type': contentType(form.mimeType),
    'Content-Disposition': dispositionOf(form.name, { inline: !asAttachment && isShown(form.mimeType) }),
    'Content-Security-Policy': SANDBOX,
    // Pages of any site may embed what anyone may read; other files are limited to the app's own site.
    'Cross-Origin-Resource-Policy': isPublic || isByLink ? 'cross-origin' : 'same-site',
    'Cache-Control': isPublic && !isByLink ? CACHING.everybody : CACHING.caller,
    ETag: form.etag,
    'Last-Modified': new Date(file.createdAt).toUTCString(),
    'Accept-Ranges': form.isRendition ? 'none' : 'bytes',
  };
}

/** Stored text is UTF-8; without a charset, browsers would guess. */
function contentType(mimeType: string): string {
  return mimeType.startsWith('text/') && !mimeType.includes(';') ? `${mimeType}; charset=utf-8` : mimeType;
}
