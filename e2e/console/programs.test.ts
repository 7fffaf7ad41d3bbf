import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConsoleScene,
  type ConsoleWindow,
  findBarriers,
  OWNER,
  openWindow,
  overflowOf,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let window: ConsoleWindow;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  const owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'My shop', id: 'my-shop' });
  // The window has no session, because a program sends its user here from outside.
  window = cleanUp.use(await openWindow(scene));
});

afterAll(() => cleanUp.disposeAsync());

async function expectFitAndAccessible(): Promise<void> {
  const { page } = window;
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [375, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await overflowOf(page)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  }
}

test('a user connects a program: signs in, reads what it asks for, allows it and returns to it with a code', async () => {
  const { page } = window;
  const came = Promise.withResolvers<URL>();
  const program = createServer((request, response) => {
    came.resolve(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.end('connected');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(async () => {
    program.close();
  });
  const callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const { url } = scene.service;
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Editor', redirect_uris: [callback] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const request = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a+b c',
    resource: `${url}/mcp?project=my-shop&mode=write`,
    prompt: 'consent',
  });
  await page.goto(`${url}/oauth/authorize?${request}`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByText('A program that calls itself').waitFor();
  await page.getByText('My shop (my-shop), where you are owner').waitFor();
  await expectFitAndAccessible();
  await page.getByRole('button', { name: 'Allow' }).click();
  const { searchParams } = await came.promise;
  expect(Object.fromEntries(searchParams)).toEqual({ code: expect.any(String), state: 'a+b c', iss: url });
  const fields = { grant_type: 'authorization_code', code: searchParams.get('code') ?? '', client_id };
  const body = new URLSearchParams({ ...fields, code_verifier: verifier });
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  expect(await token.json()).toMatchObject({ access_token: expect.stringMatching(/^ct_/), scope: 'write' });
});

test('a user signs in a program on another screen with its code, and can correct a wrong code', async () => {
  const { page, visit } = window;
  const begun = await fetch(`${scene.service.url}/oauth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'servicectl', device_name: 'laptop' }),
  });
  const { user_code: code, device_code } = (await begun.json()) as { user_code: string; device_code: string };
  await visit('device');
  await expectFitAndAccessible();
  await page.getByLabel('Code').fill('XXXX-XXXX');
  await page.keyboard.press('Enter');
  await page.getByText('There is no such code').waitFor();
  await expectFitAndAccessible();
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByText('servicectl on laptop').waitFor();
  await expectFitAndAccessible();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The program is signed in.').waitFor();
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const body = new URLSearchParams({ grant_type, device_code, client_id: 'servicectl' });
  expect((await fetch(`${scene.service.url}/oauth/token`, { method: 'POST', body })).status).toBe(200);
  await visit('tokens');
  await page.getByRole('table', { name: 'Personal tokens' }).getByText('servicectl on laptop').waitFor();
});
