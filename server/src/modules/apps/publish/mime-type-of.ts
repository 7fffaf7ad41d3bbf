import { lookup } from 'mime-types';

const OTHERWISE = 'application/octet-stream';

export function mimeTypeOf(path: string): string {
  const type = lookup(path) || OTHERWISE;
  return type.startsWith('text/') || type === 'application/javascript' ? `${type}; charset=utf-8` : type;
}
