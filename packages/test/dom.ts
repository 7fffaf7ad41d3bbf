import { JSDOM } from 'jsdom';

/**
 * A document for React without the rest of a browser: keeps Node's own `fetch`, `AbortController`, `File` and
 * `FormData`, which do not work with those of jsdom. Import it before React.
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

/** Fires the events with which a browser reports that its connection is lost or back. */
export function goOnline(isOnline: boolean): void {
  Object.defineProperty(window.navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new window.Event(isOnline ? 'online' : 'offline'));
}

/** Fires the events of a tab to which the visitor returns. */
export function focusTab(): void {
  window.dispatchEvent(new window.Event('visibilitychange'));
}
