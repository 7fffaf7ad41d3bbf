import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../../platform/errors.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
]);

/** Throws unless the format is one of ours and the body says that it is in it. */
export function requireImportType(format: string | undefined, headers: IncomingHttpHeaders): void {
  const expected = TYPES.get(format ?? '');
  if (expected === undefined) throw new ServiceError('invalid_format', 'format must be csv or json.');
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== expected || !parameters.every(isUtf8)) {
    throw new ServiceError('unsupported_media_type', `The body must be sent as ${expected} in UTF-8.`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
  }
}

function isUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}
