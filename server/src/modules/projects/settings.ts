import type { Level } from '../../database/schema/index.ts';
import type { AccountSettings } from '../auth/index.ts';

/** Encrypts the secret that stands at `path` in the settings. */
export type SealSecret = (path: string, secret: string) => string;

/** The captcha that visitors must solve before their messages count, as it is stored. */
export interface Captcha {
  readonly provider: 'turnstile' | 'hcaptcha';
  /** Sealed with the master key for this project. */
  readonly secret: string;
  readonly verify_url: string | null;
}

/** The settings of a project with every default filled in. */
export interface Settings {
  readonly inbox: {
    readonly enabled: boolean;
    /** Null: the project's owners. */
    readonly notify_email: string | null;
    /** Until then the owners are told. */
    readonly notify_email_confirmed: boolean;
    readonly captcha: Captcha | null;
  };
  readonly auth: AccountSettings;
  readonly storage: {
    /** A rule level: who may upload. */
    readonly upload: Level;
    /** Whether whole files are read at the object store, under an address of a few minutes. */
    readonly redirect: boolean;
  };
  readonly app: {
    /** Host names of the published app besides the usual one. */
    readonly domains: readonly string[];
  };
  readonly limits: {
    /** For each caller address, where rate limits are on. */
    readonly reads_per_10s: number;
    readonly writes_per_10s: number;
    /** Of all stored files together. */
    readonly storage_bytes: number;
    readonly storage_files: number;
    /** The same as `storage_bytes`, by the name that stands beside `rows_bytes`. */
    readonly files_bytes: number;
    /** Of all tables with their indexes together. */
    readonly rows_bytes: number;
    /** Calls of `send_email` and `ai_call` by one user in an hour. */
    readonly emails_per_user_hour: number;
    readonly ai_calls_per_user_hour: number;
    /** Runs of functions that wait for later. */
    readonly jobs: number;
    /** Cost of calls of `ai_call` in a day (UTC), in minor units. */
    readonly ai_per_day: number;
  };
  readonly payments: {
    /** Ids of prices at the provider that users may buy. Empty: any price of the provider. */
    readonly products: readonly string[];
    /** Users may name an amount of their own. */
    readonly allow_custom_amounts: boolean;
    /** Users may subscribe to a product several times. */
    readonly several_subscriptions: boolean;
  };
}

/** Only what differs from the defaults is stored, so that better defaults reach the projects that did not choose. */
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

/** The settings as an operator sees them: of a secret only that there is one. */
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
