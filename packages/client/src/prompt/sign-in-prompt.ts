import { addressOf } from '../core/config.ts';
import { exchange, loadPart } from '../core/exchange.ts';
import { reported } from '../core/report-error.ts';
import { ServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import type { AuthUser } from '../core/wire.ts';
import { keepHint } from '../session/hint-cookie.ts';
import { changeIdentity } from '../session/identity.ts';
import { whileAlone } from '../session/session-lock.ts';

/**
 * Replaces the packages' sign-in prompt with the app's own. `open` resolves with the user who signed in, or with
 * undefined when the visitor cancelled. Pass `undefined` to restore the default prompt.
 * @example
 * ```ts
 * import { setSignInPrompt } from '@service/client';
 * setSignInPrompt(async () => {
 *   location.hash = '#sign-in';
 *   return undefined;
 * });
 * ```
 */
export function setSignInPrompt(open: (() => Promise<AuthUser | undefined>) | undefined): void {
  state().openPrompt = open;
}

export async function openSignInPrompt(): Promise<AuthUser | undefined> {
  const { openPrompt } = state();
  if (openPrompt) return await openPrompt();
  const { openDialog } = await loadPart(import('./open-dialog.ts'));
  return await openDialog({ exchange, changeIdentity, reported, ServiceError, whileAlone, addressOf, keepHint });
}
