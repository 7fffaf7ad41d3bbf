import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { ROOT, startService } from '../harness/service-process.ts';
import { type AdverseNetwork, type Fate, startAdverseNetwork } from './adverse-network.ts';

/** One visitor with an expired session cookie, and the network troubles of the tabs that notice it. */
export interface Round {
  readonly tabs: number;
  readonly reads: number;
  /** The longest delay of a request or an answer. */
  readonly delayMs: number;
  readonly trouble: 'none' | 'first renewal' | 'every renewal' | 'some reads' | 'session ended';
  readonly fate: Fate;
  /** How the round begins: the tabs reload, or get the event that the connection is back. */
  readonly begin: 'reload' | 'online';
}

const TROUBLES: readonly (readonly [Round['trouble'], Fate])[] = [
  ['none', 'arrives'],
  ['first renewal', 'answer lost'],
  ['first renewal', 'lost'],
  ['first renewal', 'refused'],
  ['every renewal', 'answer lost'],
  ['every renewal', 'refused'],
  ['some reads', 'answer lost'],
  ['session ended', 'arrives'],
];

/** Every combination: tabs × delays × parallel reads × troubles × beginnings. */
export const ROUNDS: readonly Round[] = [1, 2, 3, 5].flatMap((tabs) =>
  [0, 20, 100, 250].flatMap((delayMs) =>
    [1, 8].flatMap((reads) =>
      TROUBLES.flatMap(([trouble, fate]) =>
        (['reload', 'online'] as const).map((begin) => ({ tabs, reads, delayMs, trouble, fate, begin })),
      ),
    ),
  ),
);

const USER = { email: 'ann@example.com', password: 'a calm and long password' };
const TABS_MAX = 5;
const SETTLED_MS = 30_000;

export interface SessionStage extends AsyncDisposable {
  /** Throws when a tab shows a wrong sign-in state. */
  play(round: Round): Promise<void>;
  /** Number of renewals that reached the service. */
  readonly renewals: number;
}

export async function openSessionStage(browser: Browser): Promise<SessionStage> {
  const cleanUp = new AsyncDisposableStack();
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  const scene = await createScene(service);
  const rules = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };
  await createTable(scene, { name: 'notes', columns: [{ name: 'title', type: 'text' }], rules });
  const network = cleanUp.use(await startAdverseNetwork(service.url, await buildPage(scene)));
  const context = await browser.newContext({ baseURL: network.url });
  cleanUp.defer(() => context.close());
  await signUp(scene, network, context);
  const pages: Page[] = [];
  for (let tab = 0; tab < TABS_MAX; tab += 1) pages.push(await context.newPage());
  let renewals = 0;
  return {
    get renewals() {
      return renewals;
    },
    play: async (round) => {
      const tabs = pages.slice(0, round.tabs);
      // Ignores tabs of earlier rounds.
      await Promise.all(
        pages.slice(round.tabs).map((page) => page.url() !== 'about:blank' && page.goto('about:blank')),
      );
      await prepare(network, tabs, round);
      await playRound({ scene, network, context, tabs, round });
      renewals += network.requests.filter((line) => line.includes('/auth/refresh')).length;
    },
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}

async function buildPage({ projectId, publicKey }: Scene): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'packages/test/session-page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['service-source'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __SERVICE_CONFIG__: JSON.stringify(JSON.stringify({ url: '', projectId, publicKey })),
    },
  });
  const html =
    '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.js"></script>';
  return { '/': html, '/main.js': outputFiles[0]?.text ?? '' };
}

async function signUp(scene: Scene, network: AdverseNetwork, context: BrowserContext): Promise<void> {
  const headers = { authorization: `Bearer ${scene.publicKey}` };
  const base = `${network.url}/api/baas/${scene.projectId}`;
  const account = await context.request.post(`${base}/auth/signup`, { headers, data: USER });
  const note = await context.request.post(`${base}/data/notes`, { headers, data: { title: 'mine' } });
  if (!account.ok() || !note.ok()) throw new Error(`${await account.text()} ${await note.text()}`);
}

/** Checks that all tabs show the user and the notes on a good network. */
async function prepare(network: AdverseNetwork, tabs: readonly Page[], { reads }: Round): Promise<void> {
  network.plan = () => ({ fate: 'arrives', delaysMs: [0, 0] });
  await Promise.all(tabs.map((page) => page.goto(`/?reads=${reads}`)));
  await Promise.all(tabs.map((page) => settled(page, 'signed in', reads)));
}

interface Play {
  readonly scene: Scene;
  readonly network: AdverseNetwork;
  readonly context: BrowserContext;
  readonly tabs: readonly Page[];
  readonly round: Round;
}

async function playRound({ scene, network, context, tabs, round }: Play): Promise<void> {
  const { trouble, fate, begin, reads } = round;
  if (trouble === 'session ended') await endSessions(scene);
  network.requests.length = 0;
  network.plan = planOf(round);
  await context.clearCookies({ name: `${scene.projectId}_session` });
  await Promise.all(tabs.map((page) => (begin === 'reload' ? page.reload() : announceOnline(page))));
  await untilQuiet(network);
  if (trouble === 'session ended') {
    await Promise.all(tabs.map((page) => settled(page, 'nobody', reads)));
    network.plan = () => ({ fate: 'arrives', delaysMs: [0, 0] });
    // Signs in in one tab, and checks that all of them show it.
    await tabs[0]?.evaluate(`app.signIn(${JSON.stringify(USER)})`);
    await Promise.all(tabs.map((page) => settled(page, 'signed in', reads)));
    return;
  }
  if (trouble === 'every renewal') network.plan = () => ({ fate: 'arrives', delaysMs: [0, 0] });
  // Announces that the connection is back, which ends the pause after a failed renewal.
  if (fate !== 'arrives') await Promise.all(tabs.map(announceOnline));
  await Promise.all(tabs.map((page) => settled(page, 'signed in', reads)));
  const shown = await Promise.all(tabs.map((page) => page.evaluate<string[]>('app.shown')));
  if (shown.flat().includes('nobody')) throw new Error(`a tab showed nobody: ${JSON.stringify(shown)}`);
}

function planOf({ trouble, fate, delayMs }: Round): AdverseNetwork['plan'] {
  let renewals = 0;
  let reads = 0;
  return (path) => {
    const delaysMs = [Math.random() * delayMs, Math.random() * delayMs] as const;
    if (path === '/auth/refresh') renewals += 1;
    else reads += 1;
    const isRenewal =
      path === '/auth/refresh' && (trouble === 'every renewal' || (trouble === 'first renewal' && renewals === 1));
    const isRead = path !== '/auth/refresh' && trouble === 'some reads' && reads % 3 === 0;
    return { fate: isRenewal || isRead ? fate : 'arrives', delaysMs };
  };
}

async function endSessions({ cloud, projectId }: Scene): Promise<void> {
  const { body } = await cloud.get(`/projects/${projectId}/users`);
  const [user] = (body as { data: { id: string }[] }).data;
  const ended = await cloud.post(`/projects/${projectId}/users/${user?.id}/sign-out`, {});
  if (ended.status !== 200) throw new Error(ended.text);
}

/** Waits until the tabs have noticed the end of the session and no request is running. */
async function untilQuiet(network: AdverseNetwork): Promise<void> {
  const deadline = performance.now() + SETTLED_MS;
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const isQuiet = network.pending === 0 && network.requests.some((line) => line.includes('/auth/refresh'));
    quiet = isQuiet ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`no renewal, or no end of requests: ${network.requests.join()}`);
  }
}

async function announceOnline(page: Page): Promise<void> {
  await page.evaluate(`dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))`);
}

/** Waits until the tab shows exactly the signed-in user and the rows that the user may read. */
async function settled(page: Page, expected: 'signed in' | 'nobody', reads: number): Promise<void> {
  const who = expected === 'nobody' ? 'nobody' : USER.email;
  const rows = expected === 'nobody' ? 'not_authenticated' : 'mine';
  const wanted = [who, ...Array.from({ length: reads }, () => rows)].join(' ');
  const look = `[document.querySelector('#who'), ...document.querySelectorAll('li')].map((each) => each?.textContent).join(' ')`;
  await page
    .waitForFunction(`${look} === ${JSON.stringify(wanted)}`, undefined, { timeout: SETTLED_MS, polling: 20 })
    .catch(async (error) => {
      const [seen, shown] = [await page.evaluate<string>(look), await page.evaluate<string>('app.shown.join()')];
      throw new Error(`a tab shows "${seen}" instead of "${wanted}", after: ${shown}`, { cause: error });
    });
}
