import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../../platform/errors.ts';

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;

export type ImportFormat = keyof typeof TYPES;

/** Lines of JSON need no parameter. Throws `invalid_format`, `unsupported_media_type`. */
export function importFormat(asked: string | undefined, headers: IncomingHttpHeaders): ImportFormat {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const format = asked ?? (type.trim() === TYPES.ndjson ? 'ndjson' : undefined);
  if (format !== 'csv' && format !== 'json' && format !== 'ndjson') {
    throw new ServiceError('invalid_format', 'format must be csv, json or ndjson.');
  }
  if (type.trim() !== TYPES[format] || !parameters.every(isUtf8)) {
    throw new ServiceError('unsupported_media_type', `The body must be sent as ${TYPES[format]} in UTF-8.`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
  }
  return format;
}

function isUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}
