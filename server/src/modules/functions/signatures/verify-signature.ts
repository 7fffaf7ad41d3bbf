import { createHmac, timingSafeEqual } from 'node:crypto';
import { createHeaderReader, type HeaderReader, type RequestHeaders } from './read-headers.ts';

export type SignatureScheme = 'own' | 'github' | 'stripe' | 'standard_webhooks' | 'slack' | 'shopify';

export interface SignedRequest {
  readonly headers: RequestHeaders;
  /** The bytes as they were received; parsing and serializing again would change them. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly nowMs: number;
  /** Allows only this scheme; by default, the first scheme whose header is present. */
  readonly scheme?: SignatureScheme | undefined;
  /** The header with the signature, unless it is the scheme's own. Without a scheme, it is read as `own`. */
  readonly header?: string | undefined;
  /** Allowed distance of the signed time from now, in both directions. */
  readonly toleranceS?: number | undefined;
}

/** A signature to check: the signed text before the body, the key, and the signatures that were sent. */
interface Claim {
  readonly prefix: string;
  readonly key: string | Uint8Array;
  readonly encoding: 'hex' | 'base64';
  /** One of them must match. */
  readonly signatures: readonly string[];
  /** Signed together with the body; undefined when the scheme signs no time. */
  readonly timestamp: string | undefined;
}

interface Scheme {
  readonly header: string;
  claim(signature: string, read: HeaderReader, secret: string): Claim | undefined;
}

const TOLERANCE_S = 300;
/** A longer list can only be an attempt to waste time. */
const SIGNATURES_MAX = 16;
const TIMESTAMP = /^\d{1,12}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const STANDARD_PREFIX = 'whsec_';
const TIMED_TEXT = /^(?:v0:\d+:|\d+\.|[\w-]+\.\d+\.)/;
/** An id with other characters could start like the signed text of another scheme, or hide from the check for such texts. */
const STANDARD_ID = /^[\w-]+$/;
const TIMED_TEXT_BYTES = 512;

/**
 * Schemes that sign a time come first: an attacker who replays an old request under a header without a time must not
 * bypass the time that was signed with it.
 */
const SCHEMES: Readonly<Record<SignatureScheme, Scheme>> = {
  stripe: { header: 'stripe-signature', claim: stripeClaim },
  standard_webhooks: { header: 'webhook-signature', claim: standardClaim },
  slack: { header: 'x-slack-signature', claim: slackClaim },
  own: {
    header: 'x-webhook-signature',
    claim: (signature, _read, secret) => bodyClaim(secret, 'hex', signature.replace(/^sha256=/, '')),
  },
  github: {
    header: 'x-hub-signature-256',
    claim: (signature, _read, secret) => prefixed(signature, 'sha256=', (hex) => bodyClaim(secret, 'hex', hex)),
  },
  shopify: {
    header: 'x-shopify-hmac-sha256',
    claim: (signature, _read, secret) => bodyClaim(secret, 'base64', signature),
  },
};

/**
 * Takes the same time wherever a signature differs, so that timing helps nobody to guess one byte by byte. Never
 * throws: what it cannot parse counts as not signed.
 */
export function verifySignature(request: SignedRequest): boolean {
  try {
    const claim = findClaim(request);
    if (claim === undefined || !isTimely(claim.timestamp, request)) return false;
    if (claim.timestamp === undefined && isSignedTextOfAnother(request.body)) return false;
    return fits(claim, request.body);
  } catch {
    // The headers and the body come from strangers; a request that cannot be read counts as not signed.
    return false;
  }
}

function findClaim({ headers, body, secret, scheme: name, header }: SignedRequest): Claim | undefined {
  if (typeof secret !== 'string' || secret === '' || !(body instanceof Uint8Array)) return undefined;
  const read = createHeaderReader(headers);
  const scheme = name === undefined && header === undefined ? firstPresent(read) : schemeNamed(name ?? 'own');
  const signature = scheme && read(header ?? scheme.header);
  return signature === undefined ? undefined : scheme?.claim(signature, read, secret);
}

function firstPresent(read: HeaderReader): Scheme | undefined {
  return Object.values(SCHEMES).find(({ header }) => read(header) !== undefined);
}

function schemeNamed(name: string): Scheme | undefined {
  return Object.hasOwn(SCHEMES, name) ? SCHEMES[name as SignatureScheme] : undefined;
}

function bodyClaim(key: string, encoding: Claim['encoding'], signature: string): Claim {
  return { prefix: '', key, encoding, signatures: [signature], timestamp: undefined };
}

/** `t=<seconds>,v1=<hex>[,v1=<hex>]` over `<t>.<body>`; entries with other names belong to other versions. */
function stripeClaim(header: string, _read: HeaderReader, secret: string): Claim | undefined {
  const entries = header.split(',', SIGNATURES_MAX).map((entry) => entry.trim());
  const [timestamp, ...others] = valuesOf(entries, 't=');
  if (timestamp === undefined || others.length > 0) return undefined;
  const signatures = valuesOf(entries, 'v1=');
  return { prefix: `${timestamp}.`, key: secret, encoding: 'hex', signatures, timestamp };
}

/** `v1,<base64>[ v1,<base64>]` over `<webhook-id>.<webhook-timestamp>.<body>`. */
function standardClaim(header: string, read: HeaderReader, secret: string): Claim | undefined {
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const key = standardKey(secret);
  if (id === undefined || !STANDARD_ID.test(id) || timestamp === undefined || key === undefined) return undefined;
  const signatures = valuesOf(header.split(' ', SIGNATURES_MAX), 'v1,');
  return { prefix: `${id}.${timestamp}.`, key, encoding: 'base64', signatures, timestamp };
}

/** The decoded bytes after `whsec_`; any other secret is used as it is. */
function standardKey(secret: string): string | Uint8Array | undefined {
  if (!secret.startsWith(STANDARD_PREFIX)) return secret;
  const text = secret.slice(STANDARD_PREFIX.length);
  return text !== '' && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** `v0=<hex>` over `v0:<timestamp>:<body>`. */
function slackClaim(header: string, read: HeaderReader, secret: string): Claim | undefined {
  const timestamp = read('x-slack-request-timestamp');
  if (timestamp === undefined) return undefined;
  return prefixed(header, 'v0=', (hex) => ({
    prefix: `v0:${timestamp}:`,
    key: secret,
    encoding: 'hex',
    signatures: [hex],
    timestamp,
  }));
}

function prefixed<Value>(text: string, prefix: string, use: (rest: string) => Value): Value | undefined {
  return text.startsWith(prefix) ? use(text.slice(prefix.length)) : undefined;
}

function valuesOf(entries: readonly string[], prefix: string): string[] {
  return entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
}

function isTimely(timestamp: string | undefined, { nowMs, toleranceS = TOLERANCE_S }: SignedRequest): boolean {
  if (timestamp === undefined) return true;
  if (!TIMESTAMP.test(timestamp) || !(toleranceS >= 0)) return false;
  return Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) <= toleranceS;
}

/**
 * Schemes with a time sign `<time>.<body>`. An attacker could send that whole text as the body under a header without a
 * time, and the signature of an old request would match.
 */
function isSignedTextOfAnother(body: Uint8Array): boolean {
  return TIMED_TEXT.test(Buffer.from(body.subarray(0, TIMED_TEXT_BYTES)).toString('latin1'));
}

function fits({ prefix, key, encoding, signatures }: Claim, body: Uint8Array): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(prefix).update(body).digest(encoding));
  let isFitting = false;
  for (const signature of signatures) {
    const sent = Buffer.from(signature);
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) isFitting = true;
  }
  return isFitting;
}
