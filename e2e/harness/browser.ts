import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

/** A real browser, as it comes through npm; nothing of its security is switched off but the sandbox that root cannot have. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await unpackChromium(),
    chromiumSandbox: false,
    headless: true,
  });
}
