import type { IncomingHttpHeaders } from 'node:http';

const LENGTH_MAX = 2048;

export function readSourceUrl({ referer, origin }: IncomingHttpHeaders): string | null {
  return pageOf(referer) ?? pageOf(origin);
}

function pageOf(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > LENGTH_MAX) return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}
