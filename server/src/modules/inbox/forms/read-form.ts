import { isUtf8 } from 'node:buffer';
import { validationFailed } from '../../../platform/errors.ts';

/** More than any form for people has. */
const FIELDS_MAX = 1000;

export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Reads `application/x-www-form-urlencoded`. Refuses invalid UTF-8 and percent encoding instead of guessing. */
export function parseForm(bytes: Uint8Array): FormFields {
  if (!isUtf8(bytes)) throw notUtf8();
  const parts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .split('&', FIELDS_MAX + 1);
  if (parts.length > FIELDS_MAX) throw validationFailed({ form: `must have at most ${FIELDS_MAX} fields` });
  const fields = new Map<string, string[]>();
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw notUtf8();
  }
}

function notUtf8() {
  return validationFailed({ form: 'must be percent-encoded UTF-8' });
}
