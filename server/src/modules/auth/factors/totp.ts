import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Steps before and after the current one whose codes are taken: clocks of phones differ. */
const WINDOW_STEPS = 1;
const STEPS_KEPT_MS = 24 * 60 * 60_000;
const CODE = /^\d{6}$/;
/** Parameters that authenticator apps all understand, whatever else RFC 6238 allows. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 };

/** A new shared secret as base32 text. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Content of a QR code for an authenticator app. */
export function otpauthUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step whose code this is, or undefined when it is none of the current ones. Takes the same time either way. */
export function matchTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const delta = TOTP.validate({
    ...PARAMETERS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW_STEPS,
  });
  return delta === null ? undefined : Math.floor(nowMs / STEP_MS) + delta;
}

/** Spent steps before this one may be forgotten: not as soon as their codes are over, because clocks are set back, too. */
export function oldestKeptStep(nowMs: number): number {
  return Math.floor((nowMs - STEPS_KEPT_MS) / STEP_MS);
}

/** As a person types it, with or without the blank in the middle. */
export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase();
}
