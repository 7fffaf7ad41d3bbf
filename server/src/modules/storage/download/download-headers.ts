import { dispositionOf, isShown } from './disposition-policy.ts';
import type { Found } from './find-download.ts';

/** The form in which the bytes leave: the file's own or a rendition of it. */
export interface Form {
  readonly name: string;
  readonly mimeType: string;
  readonly etag: string;
  readonly isRendition: boolean;
}

/**
 * A file opened as a page lies on the origin of the API, where sessions are: the sandbox gives it an origin of its own
 * and no scripts, forms or windows. The sources are for the page that a browser makes around an image or a film.
 */
const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *";

/** Public files may be kept by everybody, but a look at the ETag tells each time whether they are public still. */
const CACHING = { everybody: 'public, no-cache', caller: 'private, no-store' };

export function downloadHeaders({ file, isByLink }: Found, form: Form, asAttachment: boolean): Record<string, string> {
  const isPublic = file.visibility === 'public';
  return {
    'Content-Type': contentType(form.mimeType),
    'Content-Disposition': dispositionOf(form.name, { inline: !asAttachment && isShown(form.mimeType) }),
    'Content-Security-Policy': SANDBOX,
    // Pages of any site may show what anybody may have; the rest stays with the app's own site.
    'Cross-Origin-Resource-Policy': isPublic || isByLink ? 'cross-origin' : 'same-site',
    'Cache-Control': isPublic && !isByLink ? CACHING.everybody : CACHING.caller,
    ETag: form.etag,
    'Last-Modified': new Date(file.createdAt).toUTCString(),
    'Accept-Ranges': form.isRendition ? 'none' : 'bytes',
  };
}

/** Stored text is UTF-8; without a word a browser would guess. */
function contentType(mimeType: string): string {
  return mimeType.startsWith('text/') && !mimeType.includes(';') ? `${mimeType}; charset=utf-8` : mimeType;
}
