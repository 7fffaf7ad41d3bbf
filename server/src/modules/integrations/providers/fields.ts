import { parseEmail } from '../../../platform/email.ts';
import type { OptionValue } from './connection.ts';

export interface Field {
  readonly isOptional?: true;
  /** Write-only. */
  readonly isCredential?: true;
  /** Determines where credentials are sent: changing it requires sending them again. */
  readonly isPlace?: true;
  /** Returns the value to store. Throws `FieldMistake`. */
  read(value: unknown): OptionValue;
}

export class FieldMistake extends Error {}

const TEXT_MAX = 2048;
const PORT_MAX = 65_535;

export const credential: Field = { isCredential: true, read: plainText };
export const optionalCredential: Field = { ...credential, isOptional: true };
export const text: Field = { read: plainText };
export const optionalText: Field = { ...text, isOptional: true };

/** The sender of mails: an address, or `Name <address>`. */
export const sender: Field = {
  read(value) {
    const written = plainText(value);
    const [, name = '', address = written] = /^([^<>]*)<([^<>]*)>$/.exec(written) ?? [];
    const parsed = parseEmail(address);
    if (parsed === undefined) throw new FieldMistake('must be an e-mail address, or a name and an address in < >');
    return name.trim() === '' ? parsed : `${name.trim()} <${parsed}>`;
  },
};

export const baseUrl: Field = {
  isOptional: true,
  isPlace: true,
  read(value) {
    const url = URL.parse(plainText(value));
    const isPlain =
      url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === '';
    if (!isPlain || url.search !== '') throw new FieldMistake('must be an http(s) address without credentials');
    return url.href.replace(/\/+$/, '');
  },
};

export const host: Field = {
  isPlace: true,
  read(value) {
    const written = plainText(value).toLowerCase();
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9_.:-]{1,253})$/.test(written))
      throw new FieldMistake('must be a host name or address');
    return written;
  },
};

export const port: Field = {
  isPlace: true,
  read(value) {
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= PORT_MAX) return Number(value);
    throw new FieldMistake(`must be a whole number from 1 to ${PORT_MAX}`);
  },
};

export const optionalFlag: Field = {
  isOptional: true,
  isPlace: true,
  read(value) {
    if (typeof value === 'boolean') return value;
    throw new FieldMistake('must be true or false');
  },
};

/** The recipients that users of the app may mail with the public key: `self`, which is the default, or `anyone`. */
export const recipients: Field = {
  isOptional: true,
  read(value) {
    if (value === 'self' || value === 'anyone') return value;
    throw new FieldMistake('must be "self" or "anyone"');
  },
};

function plainText(value: unknown): string {
  if (typeof value !== 'string') throw new FieldMistake('must be text');
  if (value.trim() === '' || value.length > TEXT_MAX) throw new FieldMistake(`must have 1 to ${TEXT_MAX} characters`);
  if (/[\p{Cc}\u2028\u2029]/u.test(value) || !value.isWellFormed())
    throw new FieldMistake('must not contain control characters');
  return value.trim();
}
