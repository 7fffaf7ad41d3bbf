/** `name-<hash>.ext` or `name.<hash>.ext`, possibly with a further ending such as `.js.map`. */
const HASHED = /[.-]([A-Za-z0-9_]{8,64})\.[a-z0-9]+(?:\.(?:map|br|gz))?$/;
/** Vite's hashes have eight characters, some of which may be dashes. */
const HASHED_WITH_DASH = /[.-]([A-Za-z0-9_-]{8})\.[a-z0-9]+(?:\.(?:map|br|gz))?$/;
/** Image sizes such as `1280x1024` are not hashes. */
const SIZE = /^\d+x\d+$/;
const SCRIPT = /\.(?:m?js|css)(?:\.map)?$/;
const HEX = /^[\da-f]+$/i;
const DATE = /^(?:19|20)\d{6,}$/;
const BUILT = /(?:^|\/)(?:assets|_app|_astro|_next|_nuxt|chunks|immutable|static)\//;

const FOR_EVER = 'public, max-age=31536000, immutable';
/** Browsers keep the file but revalidate it before each use. */
const ASK_FIRST = 'public, no-cache';

/** Revalidates a file without a hash in its name: a mistaken hash would show an old file for a year. */
export function cachingOf(path: string): string {
  return !path.endsWith('.html') && isHashed(path) ? FOR_EVER : ASK_FIRST;
}

function isHashed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hash = HASHED.exec(name)?.[1] ?? HASHED_WITH_DASH.exec(name)?.[1];
  if (hash === undefined || SIZE.test(hash)) return false;
  // A hexadecimal text of eight or more characters in a script's name is neither a word nor a number by chance.
  if (HEX.test(hash) && SCRIPT.test(name)) return !DATE.test(hash);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(hash)).length;
  // Words have no digits and dates have no letters; people use camel case in names that they choose themselves.
  if (/[-_]/.test(hash)) return kinds === 3 || (kinds === 2 && /[A-Z]/.test(hash) && BUILT.test(path));
  return /\d/.test(hash) ? kinds >= 2 : kinds === 2 && BUILT.test(path);
}
