import { type SignatureScheme, verifySignature } from '../../signatures/index.ts';

interface Options {
  readonly scheme?: unknown;
  readonly header?: unknown;
  readonly tolerance_s?: unknown;
}

/** `ctx.verifySignature` over the exact bytes of the request. Never throws: invalid input counts as not signed. */
export function verifierOf(
  readHeaders: () => Headers,
  readBody: () => Uint8Array,
): (secret: unknown, options?: unknown) => boolean {
  return (secret, options) => {
    try {
      if (typeof secret !== 'string') return false;
      const { scheme, header, tolerance_s: toleranceS } = Object(options) as Options;
      return verifySignature({
        headers: Object.fromEntries(readHeaders()),
        body: readBody(),
        secret,
        nowMs: Date.now(),
        ...(typeof scheme === 'string' && { scheme: scheme as SignatureScheme }),
        ...(typeof header === 'string' && { header }),
        ...(typeof toleranceS === 'number' && { toleranceS }),
      });
    } catch {
      return false;
    }
  };
}
