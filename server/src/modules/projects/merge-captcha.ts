import { validationFailed } from '../../platform/errors.ts';
import { isPlainAddress } from './plain-address.ts';
import type { Captcha, SealSecret } from './settings.ts';
import type { SettingsPatch } from './settings-schemas.ts';

type CaptchaPatch = NonNullable<SettingsPatch['inbox']>['captcha'];

/** Keys that are absent keep their value; null turns the captcha off. */
export function mergeCaptcha(
  before: Captcha | null,
  change: Exclude<CaptchaPatch, undefined>,
  seal: SealSecret,
): Captcha | null {
  if (change === null) return null;
  const provider = change.provider ?? before?.provider;
  const verifyUrl = change.verify_url === undefined ? (before?.verify_url ?? null) : change.verify_url;
  if (provider === undefined) throw validationFailed({ 'inbox.captcha.provider': 'is required' });
  if (verifyUrl !== null && !isPlainAddress(verifyUrl))
    throw validationFailed({ 'inbox.captcha.verify_url': 'must be an http(s) address' });
  // Asks for the secret again: otherwise an operator who does not know it could send it to their own server.
  const isMoved = before === null || provider !== before.provider || verifyUrl !== before.verify_url;
  if (isMoved && change.secret === undefined) throw validationFailed({ 'inbox.captcha.secret': 'is required' });
  const secret = change.secret === undefined ? (before?.secret ?? '') : seal('inbox.captcha.secret', change.secret);
  return { provider, secret, verify_url: verifyUrl };
}
