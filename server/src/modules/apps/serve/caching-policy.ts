/** `name-<hash>.ext`, `name.<hash>.ext`, with another ending behind as in `.js.map`. */
const HASHED = /[.-]([A-Za-z0-9_]{8,64})\.[a-z0-9]+(?:\.(?:map|br|gz))?$/;
/** Vite's have eight characters, of which some may be dashes. */
const HASHED_WITH_DASH = /[.-]([A-Za-z0-9_-]{8})\.[a-z0-9]+(?:\.(?:map|br|gz))?$/;
/** Sizes of images, `1280x1024`, are no hashes. */
const SIZE = /^\d+x\d+$/;
const SCRIPT = /\.(?:m?js|css)(?:\.map)?$/;
const HEX = /^[\da-f]+$/i;
/** Dates that some scripts carry as a version. */
const DATE = /^(?:19|20)\d{6,}$/;
const BUILT = /(?:^|\/)(?:assets|_app|_astro|_next|_nuxt|chunks|immutable|static)\//;

const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for each time whether it is still the same. */
const ASK_FIRST = 'public, no-cache';

/**
 * Names that are made of their contents never mean other bytes. Where that is not certain a browser asks, which costs a
 * round trip; a name wrongly taken for one would show an old file for a year.
 */
export function cachingOf(path: string): string {
  return !path.endsWith('.html') && isHashed(path) ? FOR_EVER : ASK_FIRST;
}

function isHashed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hash = HASHED.exec(name)?.[1] ?? HASHED_WITH_DASH.exec(name)?.[1];
  if (hash === undefined || SIZE.test(hash)) return false;
  // No word and no number of eight characters and more stands there by chance.
  if (HEX.test(hash) && SCRIPT.test(name)) return !DATE.test(hash);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(hash)).length;
  // Words have no digits, dates no letters, and camel case is at home where people name files.
  if (/[-_]/.test(hash)) return kinds === 3 || (kinds === 2 && /[A-Z]/.test(hash) && BUILT.test(path));
  return /\d/.test(hash) ? kinds >= 2 : kinds === 2 && BUILT.test(path);
}
