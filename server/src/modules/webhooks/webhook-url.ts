import { ServiceError } from '../../platform/errors.ts';

const CHARACTERS_MAX = 2048;
/** Prefix of a URL that names a function of the webhook's own project. */
const FUNCTION = 'function:';
const FUNCTION_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

/** Returns the URL unchanged. Throws `invalid_url`. Host names are checked when they are dialled. */
export function requireWebhookUrl(text: string, isClosed: (url: URL) => boolean): string {
  if (text.startsWith(FUNCTION)) return requireFunctionUrl(text);
  if (Array.from(text).length > CHARACTERS_MAX) throw invalidUrl(`must have at most ${CHARACTERS_MAX} characters`);
  // The URL parser would silently remove or change these characters, and the URL called would differ from the one shown.
  if (/[\p{Cc}\p{Z}\\]/u.test(text) || !text.isWellFormed())
    throw invalidUrl('must not contain spaces, backslashes or control characters');
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text)) throw invalidUrl('must be an http or https address');
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
    throw invalidUrl('must not contain credentials');
  if (isClosed(url))
    throw invalidUrl(`must be at a public address, or at one that the operator has opened with SERVICE_OUTBOUND_ALLOW`);
  return text;
}

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
