import { createHmac, hkdfSync } from 'node:crypto';
import type { StoreName } from '../../../database/index.ts';
import { equalsInConstantTime } from '../../../platform/crypto.ts';

export type SessionTokenKind = 'session' | 'refresh';

export interface TokenSource {
  readonly store: StoreName;
  readonly id: string;
  readonly counter: number;
  /** Random and never sent to clients. */
  readonly seed: string;
}

export interface ParsedToken {
  readonly id: string;
  readonly counter: number;
  readonly text: string;
}

/**
 * Tokens derive from the master key and the session's seed. None is stored, not even as a hash, so a stolen database
 * without the master key opens no session; and a browser that lost the answer gets the same pair again.
 */
export interface SessionTokens {
  make(kind: SessionTokenKind, source: TokenSource): string;
  /** Whether this service made the token for this session with the counter that the token names. */
  isGenuine(kind: SessionTokenKind, token: ParsedToken, source: Omit<TokenSource, 'counter'>): boolean;
}

const TOKEN = /^([A-Za-z0-9_-]{22})\.([0-9a-z]{1,8})\.[A-Za-z0-9_-]{43}$/;
const KEY_BYTES = 32;

export function createSessionTokens(masterKey: Uint8Array): SessionTokens {
  const key = new Uint8Array(hkdfSync('sha256', masterKey, '', 'tokens of sessions', KEY_BYTES));

  const make = (kind: SessionTokenKind, { store, id, counter, seed }: TokenSource): string => {
    const tag = createHmac('sha256', key).update(`${kind}|${store}|${id}|${counter}|${seed}`).digest('base64url');
    return `${idText(id)}.${counter.toString(36)}.${tag}`;
  };

  return {
    make,
    isGenuine: (kind, { counter, text }, source) => equalsInConstantTime(text, make(kind, { ...source, counter })),
  };
}

/** Undefined for text that does not have the form of a token. Does not check whether the token is genuine. */
export function parseSessionToken(text: string): ParsedToken | undefined {
  const [, id, counter] = TOKEN.exec(text) ?? [];
  if (id === undefined || counter === undefined) return undefined;
  return { id: idFrom(id), counter: Number.parseInt(counter, 36), text };
}

function idText(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

function idFrom(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
