import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './console-scene.ts';

const TABS_MAX = 120;
const OPTIONS_MAX = 40;
/** These use Tab themselves; Esc leaves them. */
const KEEPS_TABS = '.cm-content:focus, [role=grid] :focus';

/** Uses a page without a mouse. */
export interface Keyboard {
  /** Skips the navigation of a page that was just opened. */
  begin(): Promise<void>;
  /**
   * Presses Tab until the element has the focus. Fails if nothing had the focus before, because the console must never
   * lose it.
   */
  to(target: Locator): Promise<void>;
  /** Moves the focus to the element and presses Enter. */
  press(target: Locator, key?: string): Promise<void>;
  /** Moves the focus to the field and replaces its content. */
  type(field: Locator, text: string): Promise<void>;
  /** Moves the focus to the select and chooses the option with this label. */
  choose(select: Locator, option: string): Promise<void>;
}

export function createKeyboard(page: Page): Keyboard {
  const { keyboard } = page;
  const begin = async (): Promise<void> => {
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('main');
  };
  const to = async (target: Locator): Promise<void> => {
    await target.waitFor();
    await eventually(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    const isThere = async (): Promise<boolean> => (await target.and(page.locator(':focus, :has(:focus)')).count()) > 0;
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      if (await isThere()) return;
      if ((await page.locator(KEEPS_TABS).count()) > 0) {
        await keyboard.press('Escape');
        if (await isThere()) return;
      }
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  };
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await to(target);
    await keyboard.press(key);
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    await to(field);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.insertText(text);
  };
  const choose = async (select: Locator, option: string): Promise<void> => {
    await press(select, 'Space');
    await keyboard.press('Home');
    for (let at = 0; at < OPTIONS_MAX; at += 1) {
      const focused = await page.evaluate<string>('document.activeElement.label ?? ""');
      if (focused === option) break;
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    expect(await select.locator('option:checked').textContent()).toBe(option);
  };
  return { begin, to, press, type, choose };
}
