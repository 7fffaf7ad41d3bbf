import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Steps before and after the current one whose codes are accepted, because phone clocks differ. */
const WINDOW_STEPS = 1;
const STEPS_KEPT_MS = 24 * 60 * 60_000;
const CODE = /^\d{6}$/;
const SECRET = /^[A-Z2-7]{16,128}$/;
/** The parameters that all authenticator apps support; RFC 6238 allows more. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 };

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** At least 80 random bits in base32, so that codes cannot be guessed. */
export function isTotpSecret(text: string): boolean {
  return SECRET.test(text);
}

export function otpauthUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that this code belongs to; undefined when it matches no current step. Takes the same time either way. */
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

/** Spent steps before this one may be deleted. They outlive their codes because a clock may be set back. */
export function oldestKeptStep(nowMs: number): number {
  return Math.floor((nowMs - STEPS_KEPT_MS) / STEP_MS);
}

export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase();
}
