export { type AddressGuard, createAddressGuard } from './address-guard.ts';
export { parseAllowEntry } from './allow-list.ts';
export type { RawAnswer } from './exchange.ts';
export { createLiteralGuard } from './literal-guard.ts';
export { OutboundError, type OutboundErrorClass } from './outbound-error.ts';
export { createSafeFetch, type SafeFetch } from './safe-fetch.ts';
export { createSafeStream, type SafeStream } from './safe-stream.ts';
export { createSafeSend, type OutboundRequest, type SafeSend } from './send.ts';
