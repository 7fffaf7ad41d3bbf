/** For the sibling packages only: nothing here is promised to apps. */

export { addressOf, getConfig } from './core/config.ts';
export { exchange, loadPart, type RequestOptions, unreachable } from './core/exchange.ts';
export { onlyInBrowser } from './core/only-in-browser.ts';
export { readAnswer } from './core/read-answer.ts';
export { repeat } from './core/repeat.ts';
export { reportError, reported } from './core/report-error.ts';
export { send, sendJson, withSession } from './core/send.ts';
export { isServiceError, ServiceError } from './core/service-error.ts';
export { type Identity, isBrowser, NOBODY_YET, state } from './core/shared-state.ts';
export { openChannel, tablesChanged } from './core/tabs.ts';
export type { AnyRow } from './register.ts';
export type { Filter, FilterObject, Order } from './rows/filter.ts';
export { dataPath, filterText, type ListParameters, listPath } from './rows/list-path.ts';
export type { AuthUser } from './session/auth-user.ts';
export { readEpoch, subscribeToIdentity } from './session/epoch.ts';
export { keepHint } from './session/hint-cookie.ts';
export { changeIdentity, learnUser } from './session/identity.ts';
export { startIdentity } from './session/load-user.ts';
export { refreshSession } from './session/refresh-session.ts';
export { openSignInPrompt } from './session/sign-in-prompt.ts';
