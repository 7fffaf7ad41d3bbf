import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../harness/one-time-codes.ts';
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
  window = cleanUp.use(await openWindow(scene, { session: await setUpOwner(scene) }));
});

afterAll(() => cleanUp.disposeAsync());

test('a person turns a second factor on, signs in with its code and with a recovery code, and turns it off', async () => {
  const { page, visit } = window;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await visit('account');
  await button('Turn on second factor').click();
  await dialog('Turn on second factor').getByRole('img', { name: 'Picture to scan' }).waitFor();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await overflowOf(page)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = dialog('Recovery codes');
  await codes.waitFor();
  // Browsers close a dialog when Esc is pressed twice, whatever the page does; the codes must survive it.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await codes.getByRole('alert').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await codes.getByRole('button', { name: 'Back to it' }).click();
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await codes.getByRole('link', { name: 'Download codes' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await button('Turn off second factor').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });

  for (const code of [codeOf(secret, 1), recoveryCode]) {
    await button('Account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  }

  await visit('account');
  await button('Turn off second factor').click();
  await dialog('Turn off second factor').getByLabel('Current password').fill('not this one');
  await page.keyboard.press('Enter');
  await dialog('Turn off second factor').locator('[aria-invalid=true]').waitFor();
  await dialog('Turn off second factor').getByLabel('Current password').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await button('Turn on second factor').waitFor();
  expect(window.complaints).toEqual([]);
});
