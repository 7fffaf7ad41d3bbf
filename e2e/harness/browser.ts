import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

/** A real browser from npm, with all of its security except the sandbox, which root cannot use. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await unpackChromium(),
    chromiumSandbox: false,
    headless: true,
  });
}
