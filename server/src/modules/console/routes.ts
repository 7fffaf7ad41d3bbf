import { Type } from 'typebox';
import { type Answer, openRoute, type Route } from '../../http/route.ts';
import { PAGE, PAGE_POLICY } from './page.ts';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-cache',
  // The address of the page may hold a one-time token.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

const PATHS = [
  { path: '/console', id: 'showConsole', summary: 'The console: sign in and see the projects' },
  { path: '/console/setup', id: 'showSetup', summary: 'The console: create the first account' },
  { path: '/console/invite', id: 'showInvite', summary: 'The console: accept an invitation' },
];

export function consoleRoutes(): readonly Route[] {
  return PATHS.map((page) =>
    openRoute({
      ...page,
      method: 'GET',
      isPage: true,
      documentedQuery: Type.Object({ token: Type.Optional(Type.String()) }),
      responses: { 200: Type.String() },
      handle: (): Answer => ({ status: 200, body: PAGE, headers: HEADERS }),
    }),
  );
}
