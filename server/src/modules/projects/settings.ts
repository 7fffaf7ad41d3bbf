import type { Level } from '../../database/schema/index.ts';
import type { AccountSettings } from '../auth/index.ts';

export type SealSecret = (path: string, secret: string) => string;

export interface Captcha {
  readonly provider: 'turnstile' | 'hcaptcha';
  /** Sealed with the master key; the seal is bound to this project. */
  readonly secret: string;
  readonly verify_url: string | null;
}

export interface Settings {
  readonly inbox: {
    readonly enabled: boolean;
    /** Null: the project's owners get the notifications. */
    readonly notify_email: string | null;
    /** Until the address is confirmed, the owners get the notifications. */
    readonly notify_email_confirmed: boolean;
    readonly captcha: Captcha | null;
  };
  readonly auth: AccountSettings;
  readonly storage: {
    readonly upload: Level;
    /** Whether downloads of whole files redirect to the object store, at an address that is valid for a few minutes. */
    readonly redirect: boolean;
  };
  readonly app: {
    readonly domains: readonly string[];
  };
  readonly limits: {
    /** Per caller address, if rate limits are on. */
    readonly reads_per_10s: number;
    readonly writes_per_10s: number;
    readonly storage_bytes: number;
    readonly storage_files: number;
    /** The same as `storage_bytes`, under the name that matches `rows_bytes`. */
    readonly files_bytes: number;
    readonly rows_bytes: number;
    readonly emails_per_user_hour: number;
    readonly ai_calls_per_user_hour: number;
    readonly jobs: number;
    /** Cost of `ai_call` calls per day (UTC), in minor units. */
    readonly ai_per_day: number;
  };
  readonly payments: {
    /** Ids of the provider's prices that users may buy. Empty: any price. */
    readonly products: readonly string[];
    readonly allow_custom_amounts: boolean;
    readonly several_subscriptions: boolean;
  };
}

/** Stores only deviations from the defaults, so that improved defaults reach projects that did not choose otherwise. */
export type StoredSettings = { readonly [Part in keyof Settings]?: Partial<Settings[Part]> };

export const DEFAULTS: Settings = {
  inbox: { enabled: true, notify_email: null, notify_email_confirmed: false, captcha: null },
  auth: {
    signup_enabled: true,
    verification_required: false,
    password_min_length: 8,
    allowed_email_domains: [],
    session_minutes: 15,
    refresh_days: 30,
    providers: {},
    passkeys: { enabled: false },
  },
  storage: { upload: 'authenticated', redirect: false },
  app: { domains: [] },
  limits: {
    reads_per_10s: 300,
    writes_per_10s: 100,
    storage_bytes: 10 * 1024 ** 3,
    storage_files: 1_000_000,
    files_bytes: 10 * 1024 ** 3,
    rows_bytes: 10 * 1024 ** 3,
    emails_per_user_hour: 20,
    ai_calls_per_user_hour: 60,
    jobs: 100_000,
    ai_per_day: 5_000,
  },
  payments: { products: [], allow_custom_amounts: false, several_subscriptions: false },
};

export function completeSettings(stored: StoredSettings): Settings {
  return {
    inbox: { ...DEFAULTS.inbox, ...stored.inbox },
    auth: { ...DEFAULTS.auth, ...stored.auth },
    storage: { ...DEFAULTS.storage, ...stored.storage },
    app: { ...DEFAULTS.app, ...stored.app },
    limits: completeLimits(stored.limits),
    payments: { ...DEFAULTS.payments, ...stored.payments },
  };
}

function completeLimits(stored: StoredSettings['limits']): Settings['limits'] {
  const limits = { ...DEFAULTS.limits, ...stored };
  return { ...limits, files_bytes: limits.storage_bytes };
}

/** The settings in the form that operators see; of a secret, only whether it is set. */
export function shownSettings(settings: Settings, stateOf: (domain: string) => object): object {
  const providers = Object.entries(settings.auth.providers).map(([id, { client_secret, ...shown }]) => [
    id,
    { ...shown, has_client_secret: client_secret !== '' },
  ]);
  return {
    ...settings,
    inbox: { ...settings.inbox, captcha: shownCaptcha(settings.inbox.captcha) },
    auth: { ...settings.auth, providers: Object.fromEntries(providers) },
    app: { ...settings.app, domain_states: settings.app.domains.map(stateOf) },
  };
}

function shownCaptcha(captcha: Captcha | null): object | null {
  if (captcha === null) return null;
  const { secret, ...shown } = captcha;
  return { ...shown, has_secret: secret !== '' };
}
