import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, test } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { matchTotpStep, newTotpSecret, otpauthUrl, plainCode } from './totp.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const STEP_MS = 30_000;

describe('time-based codes', () => {
  // RFC 6238, appendix B, truncated to six digits.
  test.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [20_000_000_000_000, '353130', 666_666_666],
  ])('at %i the code is %s', (nowMs, code, step) => {
    expect(matchTotpStep(Secret.fromLatin1('12345678901234567890').base32, code, nowMs)).toBe(step);
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('the code of the step %i from now is accepted: %s', (steps, counts) => {
    const secret = newTotpSecret();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: NOW + steps * STEP_MS });
    const step = matchTotpStep(secret, code, NOW);
    expect(step).toBe(counts ? Math.floor(NOW / STEP_MS) + steps : undefined);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '12345\n'])('%j is not a code', (code) => {
    expect(matchTotpStep(newTotpSecret(), code, NOW)).toBeUndefined();
  });

  it('a secret has 160 random bits', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('the otpauth address names the project and the account, whatever characters they contain', () => {
    const url = new URL(otpauthUrl('JBSWY3DPEHPK3PXP', { issuer: 'Shop & Söhne', label: 'ann+x@example.com' }));
    expect(url.href).toMatch(/^otpauth:\/\/totp\//);
    expect(decodeURIComponent(url.pathname)).toContain('Shop & Söhne:ann+x@example.com');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: 'Shop & Söhne',
      secret: 'JBSWY3DPEHPK3PXP',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('there are ten, all different, in groups', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  });

  it('match in any spelling, and only for their user', () => {
    const [code = ''] = newRecoveryCodes();
    const hash = recoveryCodeHash('ann', code);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(recoveryCodeHash('ann', ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hash);
    expect(recoveryCodeHash('bob', code)).not.toBe(hash);
    expect(recoveryCodeHash('ann', '123456')).toBeUndefined();
    expect(recoveryCodeHash('ann', `${code}x`)).toBeUndefined();
  });

  it('blanks and dashes in a typed code are ignored', () => {
    expect(plainCode(' 123 456')).toBe('123456');
    expect(plainCode('ABCD-efgh')).toBe('abcdefgh');
  });
});
