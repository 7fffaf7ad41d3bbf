import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { type Answer, type Call, openRoute, type Route } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { BuiltFiles } from './built-files.ts';
import { pagePolicy } from './page-policy.ts';

/** Placeholders in the built page, replaced in every answer. */
const NONCE_PLACEHOLDER = 'CSP_NONCE';
const SESSION_PLACEHOLDER = 'SESSION_HINT';
/** Only the API decides whether the session is valid; a browser without the cookie need not ask it. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?service_operator=[^;]/;
const NONCE_BYTES = 16;
const ASSETS = 'assets/';

export function consoleRoutes(files: BuiltFiles): readonly Route[] {
  return [
    openRoute({
      method: 'GET',
      path: '/console',
      id: 'openConsole',
      summary: 'Redirects to the console',
      isPage: true,
      responses: { 308: Type.Object({}) },
      handle: ({ search }) => ({
        status: 308,
        body: '',
        headers: { Location: search === '' ? '/console/' : `/console/?${search}` },
      }),
    }),
    openRoute({
      method: 'GET',
      path: '/console/',
      id: 'showConsole',
      summary: 'Returns the console',
      isPage: true,
      responses: { 200: Type.String() },
      handle: (call) => sendPage(files, call),
    }),
    openRoute({
      method: 'GET',
      path: '/console/*',
      id: 'showConsoleAddress',
      summary: 'Returns a file of the console; for every other address, the console’s page',
      isPage: true,
      responses: { 200: Type.String() },
      handle: (call) => {
        const path = call.params['*'] ?? '';
        return path.startsWith(ASSETS) ? sendAsset(files, path.slice(ASSETS.length), call) : sendPage(files, call);
      },
    }),
  ];
}

/** An asset that an update removed is 404, not the page: a browser would read the page as a broken script. */
async function sendAsset(files: BuiltFiles, name: string, { headers }: Call): Promise<Answer> {
  const accepted = headers['accept-encoding'];
  const file = await files.findAsset(name, typeof accepted === 'string' ? accepted : '');
  if (file === undefined) throw new ServiceError('not_found', 'There is no such file in this version of the console.');
  return {
    status: 200,
    body: file.bytes,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(file.encoding !== undefined && { 'Content-Encoding': file.encoding }),
    },
  };
}

async function sendPage(files: BuiltFiles, { headers }: Call): Promise<Answer> {
  const page = await files.findPage();
  if (page === undefined) {
    throw new ServiceError('unavailable', 'The console has not been built: `npm run build` builds it.');
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return {
    status: 200,
    body: page
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replace(SESSION_PLACEHOLDER, SESSION_COOKIE.test(headers.cookie ?? '') ? 'maybe' : 'none'),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(nonce),
      'Cache-Control': 'no-cache',
      // The address of the page may hold a one-time token.
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  };
}
