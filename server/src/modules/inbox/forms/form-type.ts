import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../../platform/errors.ts';

const FORM = 'application/x-www-form-urlencoded';
const FORM_WITH_FILES = 'multipart/form-data';

export function isForm(request: IncomingMessage): boolean {
  const type = typeOf(request);
  return type === FORM || type === FORM_WITH_FILES;
}

export function requireFormWithoutFiles(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (typeOf(request) === FORM && encoding === 'identity') return;
  const sentence = `Send the form as ${FORM}, without files and uncompressed.`;
  throw new ServiceError('unsupported_media_type', sentence);
}

function typeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
