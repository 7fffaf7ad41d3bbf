import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../callers/index.ts';
import { equalsInConstantTime, randomToken } from '../../platform/crypto.ts';
import type { AuthContext } from './auth-context.ts';
import { readCookie } from './cookies.ts';

const SECONDS = 365 * 24 * 60 * 60;
const ID_BYTES = 12;
const KEY_BYTES = 32;
const VALUE = /^([\w-]{16})\.[\w-]{43}$/;

interface Browser {
  readonly project: Project;
  readonly headers: IncomingHttpHeaders;
  readonly isHttps: boolean;
}

/**
 * Returns the id of a browser in which this user has signed in before. The cookie grants no access; it gives the
 * browser its own count of failures, so that strangers who guess passwords cannot lock the owner out.
 */
export function knownDevice(
  { masterKey }: Pick<AuthContext, 'masterKey'>,
  { project, headers, isHttps }: Browser,
  userId: string,
): string | undefined {
  const value = readCookie(headers.cookie ?? '', nameOf(project, isHttps));
  const id = value === undefined ? undefined : VALUE.exec(value)?.[1];
  if (value === undefined || id === undefined) return undefined;
  return equalsInConstantTime(value, signedValue(masterKey, { project, userId, id })) ? id : undefined;
}

export function deviceCookies(
  context: Pick<AuthContext, 'masterKey'>,
  browser: Browser,
  userId: string,
): readonly string[] {
  if (knownDevice(context, browser, userId) !== undefined) return [];
  const { project, isHttps } = browser;
  const value = signedValue(context.masterKey, { project, userId, id: randomToken(ID_BYTES) });
  const attributes = `Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return [`${nameOf(project, isHttps)}=${value}; ${attributes}`];
}

function signedValue(
  masterKey: Uint8Array,
  { project, userId, id }: { readonly project: Project; readonly userId: string; readonly id: string },
): string {
  const key = new Uint8Array(hkdfSync('sha256', masterKey, '', 'known devices', KEY_BYTES));
  return `${id}.${createHmac('sha256', key).update(`${project.store}|${userId}|${id}`).digest('base64url')}`;
}

function nameOf({ id }: Project, isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}${id}_device`;
}
