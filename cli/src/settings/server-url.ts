import { wrongUse } from '../outcome/failure.ts';

export function readOrigin(text: string, source: string, isHttpAllowed: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw wrongUse(`${source} must be an address such as https://api.example.com.`);
  }
  if (url.username !== '' || url.password !== '') throw wrongUse(`${source} must not hold a user or a password.`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw wrongUse(`${source} must be an origin without a path: ${url.origin}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !isHttpAllowed) {
    throw wrongUse(`${source} is ${url.origin}: without TLS everybody on the way reads the token.`, '--allow-http');
  }
  return url.origin;
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
