const CONSOLE = '/console';

/** The page to open after sign-in. Accepts only addresses of the console, so that a link cannot redirect elsewhere. */
export function returnAddress(to: string | undefined, origin = location.origin): string {
  if (to === undefined || !to.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(to, origin);
  } catch {
    return '/';
  }
  if (url.origin !== origin || !url.pathname.startsWith(`${CONSOLE}/`)) return '/';
  const path = url.pathname.slice(CONSOLE.length);
  return path.startsWith('/sign-in') ? '/' : `${path}${url.search}`;
}
