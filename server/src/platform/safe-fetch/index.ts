export { parseAllowEntry } from './allow-list.ts';
export type { OutboundErrorClass } from './outbound-error.ts';
export { createSafeFetch, type OutboundRequest, type SafeFetch } from './safe-fetch.ts';
