import { ServiceError } from '../../platform/errors.ts';

const CHARACTERS_MAX = 2048;
/** Begins the address of a function of the webhook's own project. */
const FUNCTION = 'function:';
const FUNCTION_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * The address as its owner wrote it. Throws `invalid_url`. What its name stands for is judged when it is dialled; only an
 * address that `isClosed` is refused at once.
 */
export function requireWebhookUrl(text: string, isClosed: (url: URL) => boolean): string {
  if (text.startsWith(FUNCTION)) return requireFunctionUrl(text);
  if (Array.from(text).length > CHARACTERS_MAX) throw invalidUrl(`must have at most ${CHARACTERS_MAX} characters`);
  // The parser would quietly take these out, and the address would not be the one that is shown.
  if (/[\p{Cc}\p{Z}\\]/u.test(text) || !text.isWellFormed())
    throw invalidUrl('must not contain blanks, backslashes or control characters');
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text)) throw invalidUrl('must be an http or https address');
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
    throw invalidUrl('must not contain credentials');
  if (isClosed(url))
    throw invalidUrl(`must be at a public address, or at one that the operator has opened with SERVICE_OUTBOUND_ALLOW`);
  return text;
}

/** The function that changes are delivered to; undefined for an address on the network. */
export function functionOfUrl(url: string): string | undefined {
  return url.startsWith(FUNCTION) ? url.slice(FUNCTION.length) : undefined;
}

function requireFunctionUrl(text: string): string {
  if (!FUNCTION_NAME.test(text.slice(FUNCTION.length)))
    throw invalidUrl('must name a function after `function:`: a to z, 0 to 9, _ and -, at most 63 characters');
  return text;
}

function invalidUrl(problem: string): ServiceError {
  return new ServiceError('invalid_url', `The url ${problem}.`, { details: { fields: { url: problem } } });
}
