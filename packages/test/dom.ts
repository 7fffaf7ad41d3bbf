import { JSDOM } from 'jsdom';

/**
 * A document for React, without the rest of a browser: Node's own `fetch`, `AbortController`, `File` and `FormData` stay, which
 * jsdom's would not work with. Import it before React.
 */
export const dom = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
  url: 'http://app.localhost/',
  pretendToBeVisual: true,
});

const { window } = dom;
const scope = globalThis as unknown as Record<string, unknown>;
for (const name of ['document', 'HTMLElement', 'Element', 'Node', 'MutationObserver', 'getComputedStyle']) {
  scope[name] = (window as unknown as Record<string, unknown>)[name];
}
scope['window'] = window;
scope['addEventListener'] = window.addEventListener.bind(window);
scope['removeEventListener'] = window.removeEventListener.bind(window);
scope['IS_REACT_ACT_ENVIRONMENT'] = true;
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });

/** As a browser that loses or finds its connection tells pages. */
export function goOnline(isOnline: boolean): void {
  Object.defineProperty(window.navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new window.Event(isOnline ? 'online' : 'offline'));
}

/** As a tab that the visitor comes back to. */
export function focusTab(): void {
  window.dispatchEvent(new window.Event('visibilitychange'));
}
