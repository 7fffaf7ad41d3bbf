/** Types that run no code in their origin. All others are saved, also types that browsers support one day. */
const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'audio/aac',
  'audio/flac',
  'audio/x-flac',
  'audio/mp4',
  'audio/x-m4a',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/wave',
  'audio/vnd.wave',
  'audio/webm',
  'video/mp4',
  'video/x-m4v',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'application/pdf',
]);

/** Path separators, control characters and direction marks: invisible characters that change how the rest is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds these characters.
const UNFIT = /[\x00-\x1f\x7f-\x9f/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const NOT_ASCII = /[^\x20-\x7e]/g;
const NO_NAME = /^[\s._]*$/;
const NAME_INSTEAD = 'download';

export function isShown(mimeType: string): boolean {
  const [type = ''] = mimeType.split(';', 1);
  return SHOWN_TYPES.has(type.trim());
}

/** `Content-Disposition` by RFC 6266: an ASCII name for every client, and the real one in `filename*` (RFC 8187). */
export function dispositionOf(name: string, { inline }: { readonly inline: boolean }): string {
  const safe = safeName(name);
  const ascii = safe.replace(NOT_ASCII, '_');
  const head = `${inline ? 'inline' : 'attachment'}; filename="${ascii.replace(/["\\]/g, '\\$&')}"`;
  // Some browsers decode `%20` in the plain name, so such a name also needs the exact one.
  const isExact = ascii === safe && !/%[0-9a-f]{2}/i.test(safe);
  return isExact ? head : `${head}; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, percentOf)}`;
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function safeName(name: string): string {
  const safe = name.toWellFormed().replace(UNFIT, '_');
  return NO_NAME.test(safe) ? NAME_INSTEAD : safe;
}
