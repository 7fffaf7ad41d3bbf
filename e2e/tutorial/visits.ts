import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Step } from './read-tutorial.ts';

const PASSWORD = 'a calm and long password';
const PATIENCE_MS = 20_000;
/** A pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A person who follows the page, with a window for the shop and one for the console. */
export interface Reader {
  readonly shop: Page;
  readonly console: Page;
  /** The folder of the reader's app. */
  readonly folder: string;
  /** Replaces the ports of the page by those of this run. */
  adapt(text: string): string;
  /** Everything that a terminal has printed. */
  output(terminal: number): string;
}

interface Visit extends Reader {
  /** Waits until the shop shows a text, which the paragraph must contain as code. */
  see(text: string): Promise<void>;
}

/** Does in the browser what a paragraph says. Resolves with the words in bold, which tell paragraphs apart. */
export async function visit(reader: Reader, { labels, prose }: Extract<Step, { kind: 'visit' }>): Promise<string> {
  const key = labels.join(', ');
  const act = VISITS[key];
  if (act === undefined) throw new Error(`No test does what this paragraph says:\n${prose}`);
  const see = async (text: string): Promise<void> => {
    expect(prose).toContain(`\`${text}\``);
    await reader.shop.getByText(text).first().waitFor();
  };
  await act({ ...reader, see });
  return key;
}

const pressing = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Functions run a moment after the payment that they react to. */
async function reloadUntil(page: Page, text: string): Promise<void> {
  const reload = async (): Promise<string> => {
    await page.reload();
    await page.waitForLoadState('networkidle');
    return await page.getByRole('list').allInnerTexts().then(String);
  };
  await expect.poll(reload, { timeout: PATIENCE_MS }).toContain(text);
}

/** By the words in bold: what the reader does and sees in the browser. */
export const VISITS: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async 'Create account'({ console: page, output }) {
    const link = /http\S+setup\?token=\S+/.exec(output(1))?.[0] ?? '';
    await page.goto(link);
    await page.getByLabel('Your name').fill('Olga');
    await page.getByLabel('E-mail').fill('olga@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await pressing(page, 'Create account');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  },
  async 'Account, Personal tokens, New token, Name, Create token, Token'({ console: page, folder }) {
    await pressing(page, 'Account');
    await page.getByRole('menuitem', { name: 'Personal tokens' }).click();
    await pressing(page, 'New token');
    await page.getByLabel('Name').fill('laptop');
    await pressing(page, 'Create token');
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    await mkdir(folder);
    await writeFile(join(folder, 'token.txt'), `${token}\n`);
    await page.reload();
  },
  async 'My shop, Tables, products'({ console: page, adapt }) {
    await page.goto(adapt('http://localhost:8787/console/'));
    await page.getByRole('link', { name: 'My shop' }).click();
    await page.getByRole('link', { name: 'Tables', exact: true }).click();
    await page.getByRole('link', { name: 'products' }).first().click();
    await page.getByRole('gridcell', { name: 'The magazine' }).waitFor();
  },
  async 'Buy A book'({ shop, adapt }) {
    await shop.goto(adapt('http://shop.localhost:8787/'));
    for (const name of ['Buy A book', 'Buy The magazine']) await shop.getByRole('button', { name }).waitFor();
  },
  async 'Email, Password, Sign up'({ shop, see }) {
    await shop.reload();
    await shop.getByLabel('Email').fill('ann@example.com');
    await shop.getByLabel('Password').fill(PASSWORD);
    await pressing(shop, 'Sign up');
    await see('Signed in as ann@example.com.');
    await shop.getByLabel('Password').waitFor({ state: 'hidden' });
  },
  async 'Mailbox, Account'({ console: page }) {
    await pressing(page, 'Account');
    await page.getByRole('menuitem', { name: 'Mailbox' }).click();
    await page.getByText('ann@example.com').first().waitFor();
  },
  async 'Your review, Photo, Send review, Delete, Sign out'({ shop }) {
    await shop.reload();
    await shop.getByText('Signed in as').waitFor();
    await shop.getByLabel('Your review').fill('A good book.');
    await shop.getByLabel('Photo').setInputFiles({ name: 'book.png', mimeType: 'image/png', buffer: PHOTO });
    await pressing(shop, 'Send review');
    await shop.getByText('A good book.').waitFor();
    await expect.poll(() => shop.evaluate('document.querySelector("#review-list img")?.naturalWidth')).toBe(1);
    await shop.getByRole('button', { name: 'Delete' }).waitFor();
    await pressing(shop, 'Sign out');
    await shop.getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' });
    await shop.getByText('A good book.').waitFor();
  },
  async 'Sign in, Buy A book'({ shop, see }) {
    await shop.getByLabel('Email').fill('ann@example.com');
    await shop.getByLabel('Password').fill(PASSWORD);
    await pressing(shop, 'Sign in');
    await shop.getByText('Signed in as').waitFor();
    await pressing(shop, 'Buy A book');
    await see('Invalid API Key provided');
  },
  async 'Your orders'({ shop, output, see }) {
    await reloadUntil(shop, 'A book: delivered');
    await see('A book: delivered');
    await expect.poll(() => output(3), { timeout: PATIENCE_MS }).toContain('Subject: Your order');
  },
  async 'Your subscription, For subscribers'({ shop, see }) {
    await reloadUntil(shop, 'A book: taken back');
    await see('trialing');
    await see('First issue');
  },
};
