/** For the sibling packages only: apps must not rely on anything here. */

export { addressOf, getConfig } from './core/config.ts';
export { readEpoch, subscribeToIdentity } from './core/epoch.ts';
export { exchange, loadPart, type RequestOptions, unreachable } from './core/exchange.ts';
export { onlyInBrowser } from './core/only-in-browser.ts';
export { readAnswer } from './core/read-answer.ts';
export { repeat } from './core/repeat.ts';
export { reportError, reported } from './core/report-error.ts';
export { isServiceError, ServiceError } from './core/service-error.ts';
export { type Identity, isBrowser, NOBODY_YET, state } from './core/shared-state.ts';
export { openChannel, tablesChanged } from './core/tabs.ts';
export type { AuthUser } from './core/wire.ts';
export { openSignInPrompt } from './prompt/sign-in-prompt.ts';
export type { AnyRow } from './register.ts';
export type { Filter, FilterObject, Order } from './rows/filter.ts';
export type { ListOptions } from './rows/list-options.ts';
export { dataPath, filterText, type ListParameters, listPath } from './rows/list-path.ts';
export { keepHint } from './session/hint-cookie.ts';
export { changeIdentity, learnUser } from './session/identity.ts';
export { startIdentity } from './session/load-user.ts';
export { refreshSession } from './session/refresh-session.ts';
export { send, sendJson, withSession } from './session/send.ts';
export { whileAlone } from './session/session-lock.ts';
