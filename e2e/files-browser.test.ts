import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from './harness/browser.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { startService } from './harness/service-process.ts';
import { type StoredFile, upload } from './harness/upload.ts';

const PASSWORD = 'a calm and long password';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const BLANK = '<!doctype html><link rel="icon" href="data:,">';

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let context: BrowserContext;
let base: string;
/** The app's own origin, which also serves the project's API: here a script would do the most harm. */
let app: string;
/** A page of another owner on another site. */
let elsewhere: string;
/** The names of the hostile scripts that have run. */
const ran: string[] = [];

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  scene = await createScene(service);
  base = `${service.url}/api/baas/shop`;
  app = `http://shop.localhost:${service.port}`;
  elsewhere = await startElsewhere();
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  context = await browser.newContext();
  await context.exposeFunction('ran', (name: string) => {
    ran.push(name);
  });
}, 60_000);

afterAll(() => cleanUp.disposeAsync());

/** A web server that is not the service. */
async function startElsewhere(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(BLANK);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(() => void server.close());
  return `http://other.localhost:${(server.address() as AddressInfo).port}`;
}

function addressOf({ id }: StoredFile, origin = app): string {
  return `${origin}/api/baas/shop/storage/files/${id}/download`;
}

/** A page that does nothing to stop scripts. The app's page is the only one that does not come from the service. */
async function openPage(origin = app): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    ran.push('a dialog');
    dialog.dismiss().catch(() => undefined);
  });
  await page.route(`${app}/page`, (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
  await page.goto(`${origin}/page`);
  return page;
}

/** Opens an address as a person does. A file that the browser downloads instead of showing it is fine too. */
async function visit(page: Page, address: string): Promise<'shown' | 'saved'> {
  try {
    await page.goto(address);
    return 'shown';
  } catch (error) {
    if (/Download is starting|ERR_ABORTED/.test(String(error))) return 'saved';
    throw error;
  }
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const HOSTILE: Readonly<Record<string, { name: string; bytes: Uint8Array }>> = {
  HTML: { name: 'a.html', bytes: latin1(`<!doctype html><body onload="ran('body')"><script>ran('html')</script>`) },
  'HTML under the name of an image': { name: 'a.png', bytes: latin1(`<html><script>ran('html as png')</script>`) },
  'HTML after words': {
    name: 'a',
    bytes: latin1(`hello <script>ran('late html')</script><img src=x onerror=ran('img')>`),
  },
  SVG: {
    name: 'a.svg',
    bytes: latin1(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="ran('svg onload')"><script>ran('svg')</script>
       <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.ran('srcdoc')&lt;/script&gt;"/></foreignObject></svg>`,
    ),
  },
  XHTML: {
    name: 'a.xhtml',
    bytes: latin1(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>ran('xhtml')</script></html>`,
    ),
  },
  'XML with a stylesheet': {
    name: 'a.xml',
    bytes: latin1(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>
      <x><s xmlns="http://www.w3.org/1999/xhtml"><script>ran('xml')</script></s></x>`),
  },
  script: { name: 'a.js', bytes: latin1(`ran('script')`) },
  'GIF and script': {
    name: 'a.gif',
    bytes: latin1(`GIF89a/*\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff*/=1;ran('gif script');`),
  },
  'GIF and HTML': { name: 'a.html', bytes: latin1(`GIF89a<html><script>ran('gif html')</script>`) },
  'PDF and HTML': { name: 'a.html', bytes: latin1(`%PDF-1.4\n<html><script>ran('pdf html')</script>`) },
  'JPEG and HTML': {
    name: 'a.html',
    bytes: latin1(
      `\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xfe\x00\x40<html><script>ran('jpeg html')</script>`,
    ),
  },
  'WAV and HTML': {
    name: 'a.html',
    bytes: latin1(`RIFF\x24\x00\x00\x00WAVEfmt <html><script>ran('wav html')</script>`),
  },
  'a file with a byte order mark': {
    name: 'a.html',
    bytes: latin1(`\xfe\xff\x00<\x00s\x00c\x00r\x00i\x00p\x00t\x00>`),
  },
  'PNG and script': { name: 'a.js', bytes: Buffer.concat([PIXEL, latin1(`<script>ran('png')</script>`)]) },
};

/** The ways in which a page of the app may embed a file that another user has uploaded. */
const EMBEDDINGS: Readonly<Record<string, (address: string) => string>> = {
  img: (address) => `<img src="${address}">`,
  iframe: (address) => `<iframe src="${address}"></iframe>`,
  'sandboxed iframe that allows all': (address) =>
    `<iframe sandbox="allow-scripts allow-same-origin allow-modals" src="${address}"></iframe>`,
  object: (address) => `<object data="${address}"></object>`,
  'object with a type': (address) => `<object data="${address}" type="text/html"></object>`,
  embed: (address) => `<embed src="${address}" type="image/svg+xml">`,
  script: (address) => `<script src="${address}"></script>`,
  'module script': (address) => `<script type="module" src="${address}"></script>`,
  'stylesheet and video': (address) =>
    `<link rel="stylesheet" href="${address}"><video src="${address}" autoplay></video>`,
};

/** Runs in the page, so it cannot use anything of this file. */
function runIn(page: Page, script: string, argument: string): Promise<unknown> {
  return page.evaluate(`(${script})(${JSON.stringify(argument)})`);
}

/** Replaces the page's HTML, runs its scripts, and waits until everything in it has loaded or failed. */
async function embed(page: Page, html: string): Promise<void> {
  await page.setContent(`<!doctype html><body>${html}`);
}

const START_WORKERS = `async (address) => {
  const worker = new Promise((resolve) => {
    const made = new Worker(address);
    made.onerror = () => resolve('refused');
    made.onmessage = () => resolve('ran');
  });
  const service = navigator.serviceWorker.register(address).then(() => 'registered', () => 'refused');
  return Promise.all([worker, service]);
}`;

const SIGN_UP = `async (order) => {
  const { key, ...body } = JSON.parse(order);
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  await fetch('/api/baas/shop/auth/signup', { method: 'POST', headers, body: JSON.stringify(body) });
}`;

const JUMP = `async (address) => {
  const audio = new Audio(address);
  await new Promise((resolve, reject) => {
    audio.onloadedmetadata = resolve;
    audio.onerror = reject;
  });
  audio.currentTime = 0.5;
  await new Promise((resolve) => {
    audio.onseeked = resolve;
  });
  return audio.currentTime;
}`;

test('control: the test notices a script that runs', async () => {
  const page = await openPage();
  await embed(
    page,
    `<script>ran('inline')</script><iframe srcdoc="<script>ran('frame')</script>"></iframe>
     <script src="data:text/javascript,ran('source')"></script><img src="x:" onerror="ran('attribute')">
     <script type="module" src="data:text/javascript,ran('module')"></script>`,
  );
  await expect.poll(() => ran.toSorted()).toEqual(['attribute', 'frame', 'inline', 'module', 'source']);
  ran.length = 0;
  await page.close();
});

test('control: without the service’s headers, an uploaded page would run its script', async () => {
  const { name, bytes } = HOSTILE['HTML'] ?? { name: '', bytes: new Uint8Array() };
  const file = await upload(base, scene.secretKey, { name, bytes, visibility: 'public' });
  const page = await openPage();
  const answer = await fetch(addressOf(file, scene.service.url));
  const bare = { body: Buffer.from(await answer.arrayBuffer()), contentType: answer.headers.get('content-type') ?? '' };
  await page.route(addressOf(file), (route) => route.fulfill(bare));
  expect(await visit(page, addressOf(file))).toBe('shown');
  await expect.poll(() => ran.toSorted()).toEqual(['body', 'html']);
  ran.length = 0;
  await page.close();
});

describe.each(Object.keys(HOSTILE))('an uploaded file: %s', (what) => {
  let file: StoredFile;
  beforeAll(async () => {
    const { name, bytes } = HOSTILE[what] ?? { name: '', bytes: new Uint8Array() };
    file = await upload(base, scene.secretKey, { name, bytes, visibility: 'public' });
  });

  test('runs no script when it is opened', async () => {
    const page = await openPage();
    await visit(page, addressOf(file));
    await visit(page, `${addressOf(file)}?download=1`);
    await page.close();
    expect(ran).toEqual([]);
  });

  test('runs no script in a page that embeds it', async () => {
    const page = await openPage();
    for (const [how, html] of Object.entries(EMBEDDINGS)) {
      await embed(page, html(addressOf(file)));
      expect(ran, how).toEqual([]);
    }
    await page.close();
  });

  test('cannot become a worker or a service worker', async () => {
    const page = await openPage();
    const outcome = await runIn(page, START_WORKERS, addressOf(file));
    expect(outcome).toEqual(['refused', 'refused']);
    expect(ran).toEqual([]);
    await page.close();
  });
});

describe('files that are meant to be shown', () => {
  const shown = (page: Page): Promise<unknown> =>
    page.evaluate('[...document.images].some(({ naturalWidth }) => naturalWidth > 0)');

  test('a public image appears in pages of the app and of any other site', async () => {
    const file = await upload(base, scene.secretKey, { name: 'a.png', bytes: PIXEL, visibility: 'public' });
    for (const origin of [app, elsewhere]) {
      const page = await openPage(origin);
      await embed(page, `<img src="${addressOf(file)}">`);
      expect(await shown(page), origin).toBe(true);
      await page.close();
    }
  });

  test('an opened image is shown, in an origin of its own', async () => {
    const file = await upload(base, scene.secretKey, { name: 'a.png', bytes: PIXEL, visibility: 'public' });
    const page = await openPage();
    expect(await visit(page, addressOf(file))).toBe('shown');
    expect(await shown(page)).toBe(true);
    expect(await page.evaluate('self.origin')).toBe('null');
    await page.close();
  });

  test('on the app’s pages, an image of a signed-in person is shown only to that person', async () => {
    const page = await openPage();
    const order = { email: 'ann@example.com', password: PASSWORD, key: scene.publicKey };
    await runIn(page, SIGN_UP, JSON.stringify(order));
    const cookie = (await context.cookies(app)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const file = await upload(base, scene.publicKey, { name: 'a.png', bytes: PIXEL }, cookie);
    expect(file.visibility).toBe('owner');
    await embed(page, `<img src="${addressOf(file)}">`);
    expect(await shown(page)).toBe(true);

    const foreign = await openPage(elsewhere);
    await embed(foreign, `<img src="${addressOf(file)}">`);
    expect(await shown(foreign)).toBe(false);
    await foreign.close();

    await context.clearCookies();
    await embed(page, `<img src="${addressOf(file)}?w=1">`);
    expect(await shown(page)).toBe(false);
    await page.close();
  });

  test('an opened sound file plays', async () => {
    const file = await upload(base, scene.secretKey, { name: 'a.wav', bytes: silence(), visibility: 'public' });
    expect(file.mimeType).toBe('audio/wav');
    const page = await openPage();
    expect(await visit(page, addressOf(file))).toBe('shown');
    await expect.poll(() => page.evaluate("document.querySelector('video, audio')?.duration ?? 0")).toBe(1);
    await page.close();
  });

  test('a page of the app plays a sound file and seeks in it', async () => {
    const file = await upload(base, scene.secretKey, { name: 'a.wav', bytes: silence(), visibility: 'public' });
    const page = await openPage();
    const time = await runIn(page, JUMP, addressOf(file));
    expect(time).toBe(0.5);
    await page.close();
  });
});

/** One second of silence in 8 bit mono. */
function silence(): Uint8Array {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + rate, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(rate, 40);
  return Buffer.concat([head, Buffer.alloc(rate, 128)]);
}
