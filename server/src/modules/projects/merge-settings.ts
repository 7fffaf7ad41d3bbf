import { parseEmail } from '../../platform/email.ts';
import { requireDomains } from '../../platform/email-domains.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { PasskeySettings, ProviderSettings } from '../auth/index.ts';
import { mergeCaptcha } from './merge-captcha.ts';
import { isPlainAddress } from './plain-address.ts';
import type { SealSecret, StoredSettings } from './settings.ts';
import type { SettingsPatch } from './settings-schemas.ts';

/** The issuers of Google and GitHub are known; other providers need theirs in the settings. */
const KNOWN_PROVIDERS = ['google', 'github'];

/** Absent keys keep their value. Throws `validation_failed` for rules that the schema cannot express. */
export function mergeSettings(stored: StoredSettings, patch: SettingsPatch, seal: SealSecret): StoredSettings {
  const { providers, passkeys, allowed_email_domains: domains, ...auth } = patch.auth ?? {};
  return {
    inbox: mergeInbox(stored.inbox ?? {}, patch.inbox ?? {}, seal),
    auth: {
      ...stored.auth,
      ...auth,
      ...(domains === undefined ? {} : { allowed_email_domains: requireDomains(domains) }),
      providers: mergeProviders(stored.auth?.providers ?? {}, providers ?? {}, seal),
      ...(passkeys === undefined ? {} : { passkeys: mergePasskeys(stored.auth?.passkeys, passkeys) }),
    },
    storage: { ...stored.storage, ...patch.storage },
    app: { ...stored.app, ...patch.app },
    limits: { ...stored.limits, ...patch.limits },
    payments: { ...stored.payments, ...patch.payments },
  };
}

function mergeInbox(
  stored: NonNullable<StoredSettings['inbox']>,
  { notify_email: email, captcha, ...inbox }: NonNullable<SettingsPatch['inbox']>,
  seal: SealSecret,
): NonNullable<StoredSettings['inbox']> {
  const address = typeof email === 'string' ? parseEmail(email) : email;
  if (typeof email === 'string' && address === undefined)
    throw validationFailed({ 'inbox.notify_email': 'must be an e-mail address' });
  return {
    ...stored,
    ...inbox,
    ...(address === undefined ? {} : { notify_email: address }),
    ...(captcha === undefined ? {} : { captcha: mergeCaptcha(stored.captcha ?? null, captcha, seal) }),
  };
}

/** `rp_id` has been checked, because that needs the project. */
function mergePasskeys(
  stored: PasskeySettings = { enabled: false },
  { enabled = stored.enabled, rp_id: host = stored.rp_id }: NonNullable<NonNullable<SettingsPatch['auth']>['passkeys']>,
): PasskeySettings {
  return { enabled, ...(host == null ? {} : { rp_id: host }) };
}

type ProviderPatches = NonNullable<NonNullable<SettingsPatch['auth']>['providers']>;

function mergeProviders(
  stored: Readonly<Record<string, ProviderSettings>>,
  patch: ProviderPatches,
  seal: SealSecret,
): Readonly<Record<string, ProviderSettings>> {
  const providers = new Map(Object.entries(stored));
  for (const [id, change] of Object.entries(patch)) {
    if (change === null) providers.delete(id);
    else providers.set(id, mergeProvider(id, { before: providers.get(id), change, seal }));
  }
  return Object.fromEntries(providers);
}

function mergeProvider(
  id: string,
  from: { before: ProviderSettings | undefined; change: Exclude<ProviderPatches[string], null>; seal: SealSecret },
): ProviderSettings {
  const field = `auth.providers.${id}`;
  const clientId = from.change.client_id ?? from.before?.client_id;
  const secret = from.change.client_secret;
  const sealed = secret === undefined ? from.before?.client_secret : from.seal(`${field}.client_secret`, secret);
  const issuer = from.change.issuer ?? from.before?.issuer;
  if (clientId === undefined) throw validationFailed({ [`${field}.client_id`]: 'is required' });
  // Asks for the secret again: otherwise an operator who does not know it could send it to their own server.
  const isMoved = from.before !== undefined && issuer !== from.before.issuer;
  if (sealed === undefined || (isMoved && secret === undefined))
    throw validationFailed({ [`${field}.client_secret`]: 'is required' });
  if (issuer === undefined && !KNOWN_PROVIDERS.includes(id))
    throw validationFailed({ [`${field}.issuer`]: 'is required' });
  if (issuer !== undefined && !isPlainAddress(issuer))
    throw validationFailed({ [`${field}.issuer`]: 'must be an http(s) address' });
  return { ...(issuer === undefined ? {} : { issuer }), client_id: clientId, client_secret: sealed };
}
