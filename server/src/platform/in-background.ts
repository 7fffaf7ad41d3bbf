import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Starts work that outlives the request that needs it. Timers and sockets keep the async context in which they are
 * made, so without this a request's trace and change depth would reach later work, also of other projects.
 */
export const inBackground: <Value>(work: () => Value) => Value = AsyncLocalStorage.snapshot();
