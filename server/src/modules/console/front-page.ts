import { Type } from 'typebox';
import { type Answer, linkButton, openRoute, pageAnswer, paragraph, type Route, wantsPage } from '../../http/index.ts';

export interface FrontPageOptions {
  readonly publicUrl: () => string;
  readonly hasAccounts: () => Promise<boolean>;
}

const ABOUT = 'A backend for app projects: tables with rules, users, files, functions, webhooks and published apps.';
const API = '/api/baas/';
const OPENAPI = `${API}openapi.json`;
const VARY = { Vary: 'Accept' };

export function frontPageRoute({ publicUrl, hasAccounts }: FrontPageOptions): Route {
  return openRoute({
    method: 'GET',
    path: '/',
    id: 'showFrontPage',
    summary: 'Returns a page with links to the console, the documentation and the API',
    isPage: true,
    responses: { 200: Type.String() },
    handle: async (call) => {
      if (!wantsPage(call)) return addressesAnswer(publicUrl());
      const page = pageAnswer({
        status: 200,
        appName: 'Service',
        title: 'The backend of your apps',
        body: `${paragraph(ABOUT)}\n${(await hasAccounts()) ? CONSOLE : FIRST_ACCOUNT}\n${LINKS}`,
      });
      return { ...page, headers: { ...page.headers, ...VARY } };
    },
  });
}

function addressesAnswer(url: string): Answer {
  const data = {
    about: ABOUT,
    console: `${url}/console/`,
    docs: `${url}/docs/`,
    api: `${url}${API}`,
    openapi: `${url}${OPENAPI}`,
  };
  return { status: 200, body: { data, count: 1 }, headers: VARY };
}

const CONSOLE = linkButton('/console/', 'Open the console');

/** Only the operator may see the link itself, because it creates the first account. */
const FIRST_ACCOUNT = [
  paragraph(
    'There is no account yet. The service printed a link when it started: open it to create the first account.',
  ),
  '<p class="hint">Look for <code>/console/setup</code> in the terminal or in the log of the service. Until there is an account, every start prints a new link. Afterwards, sign in to <a href="/console/">the console</a>.</p>',
].join('\n');

const LINKS = [
  '<p><a href="/docs/tutorial">Follow the tutorial</a>, a shop in an hour, or <a href="/docs/">read the documentation</a>: recipes, every call and every setting.</p>',
  `<p>Apps call the API below <code>${API}</code>: see its <a href="${OPENAPI}">OpenAPI description</a>.</p>`,
].join('\n');
