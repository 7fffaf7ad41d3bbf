import chromiumFile from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A real browser, as it comes through npm; nothing of its security is switched off but the sandbox that root cannot have. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await chromiumFile.executablePath(),
    chromiumSandbox: false,
    headless: true,
  });
}
