import type { Page } from 'playwright-core';

const STEPS_MAX = 600;

/**
 * Runs in the page: checks the focused element after each Tab, and at the end lists the elements that never had the
 * focus. A group of radios, tabs or cells is one Tab stop with arrow keys inside; a switch shows the focus beside its
 * hidden input.
 */
const WATCHER = `
window.walk = (() => {
  const main = document.querySelector('main');
  const reached = new Set();
  const problems = new Set();
  const NATIVE = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const ROLES = ['button', 'link', 'tab', 'switch', 'checkbox', 'menuitem', 'treeitem'].map((role) => '[role=' + role + ']');
  const CONTROL = [NATIVE, ...ROLES, '[contenteditable=true]', '[tabindex="0"]'].join();
  const textOf = (id) => document.getElementById(id)?.textContent ?? '';
  const nameOf = (element) =>
    element.getAttribute('aria-label')
    || (element.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf).join(' ').trim()
    || [...(element.labels ?? [])].map((label) => label.textContent).join(' ').trim()
    || element.title
    || element.textContent.trim()
    || [...element.querySelectorAll('img[alt]')].map(({ alt }) => alt).join();
  const shownBy = (element) => [element, element.nextElementSibling, element.closest('.cm-editor')?.parentElement].filter(Boolean);
  const hasRing = (element) => shownBy(element).some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  });
  const isOnScreen = (element) => shownBy(element).some((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const lines = [0.5, 0.1, 0.9].map((part) => [left + Math.min(width, innerWidth - left) / 2, top + height * part]);
    return lines.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (one.contains(hit) || hit.contains(one));
    });
  });
  const groupOf = (element) => element.closest('[role=grid], [role=tablist], .cm-editor')
    ?? (element.type === 'radio' ? element.closest('[role=radiogroup]') : null)
    ?? element;
  const say = (element) => element.tagName.toLowerCase() + ' ' + (nameOf(element) || element.outerHTML).slice(0, 80);
  return {
    step() {
      const element = document.activeElement;
      if (!main.isConnected) problems.add('the page was left by Tab');
      if (element === document.body || !main.contains(element)) return 'end';
      if (element === main) return 'on';
      const isNew = !reached.has(groupOf(element));
      reached.add(groupOf(element));
      if (element.matches(CONTROL) && nameOf(element) === '') problems.add('no name: ' + say(element));
      // Within a date field the browser itself shows the focused part.
      if (isNew && !hasRing(element)) problems.add('no ring: ' + say(element));
      if (!isOnScreen(element)) problems.add('out of sight: ' + say(element));
      return groupOf(element).matches('[role=grid], .cm-editor') ? 'keeps tabs' : 'on';
    },
    finish() {
      for (const element of main.querySelectorAll(CONTROL)) {
        const isThere = element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [inert] *');
        if (isThere && !reached.has(groupOf(element))) problems.add('not reached: ' + say(element));
      }
      return { problems: [...problems], stops: reached.size };
    },
  };
})();
`;

/**
 * Walks through a page by Tab from the link *Skip to content* to its end. Reports controls that Tab does not reach or
 * leave, and focused ones without a name, a visible ring or a place in the window.
 */
export async function walkByKeyboard(page: Page): Promise<{ problems: readonly string[]; stops: number }> {
  await page.evaluate(WATCHER);
  await page.evaluate('document.querySelector("a[href=\'#main\']").focus()');
  await page.keyboard.press('Enter');
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate<string>('window.walk.step()');
    if (place === 'end') return await page.evaluate('window.walk.finish()');
    if (place !== 'keeps tabs') continue;
    // Grids and editors use Tab themselves; Esc leaves them, and may move the focus to the next stop.
    await page.keyboard.press('Escape');
    await page.evaluate('window.walk.step()');
  }
  return { problems: [`Tab does not come to the end of it in ${STEPS_MAX} steps`], stops: 0 };
}
