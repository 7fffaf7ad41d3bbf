import { resetService } from '@service/client/testing';
import { type SharedState, state } from '../client/src/core/shared-state.ts';

/** Resets the state to that of a freshly opened page. Cookies belong to the browser and stay. */
export function getSharedState(): SharedState {
  const kept = typeof document === 'undefined' ? '' : document.cookie;
  resetService();
  // biome-ignore lint/suspicious/noDocumentCookie: this plays the browser.
  if (kept !== '') for (const pair of kept.split('; ')) document.cookie = `${pair}; Path=/`;
  return state();
}
