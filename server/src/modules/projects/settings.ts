import { type Static, Type } from 'typebox';
import type { Level } from '../../database/schema/index.ts';

const LEVEL = '^(public|authenticated|owner|private|role:[^\\s:,]{1,100})$';
/** Counted as doubles, exactly. */
const STORAGE_MAX = 2 ** 52;
const PROVIDER_ID = '^[a-z][a-z0-9_-]{0,30}$';

const providerPatch = Type.Object({
  issuer: Type.Optional(Type.String({ maxLength: 2048 })),
  client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /** Write-only. */
  client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
});

const captchaPatch = Type.Object({
  provider: Type.Optional(Type.Union([Type.Literal('turnstile'), Type.Literal('hcaptcha')])),
  /** Write-only. */
  secret: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  verify_url: Type.Optional(
    Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
      description: 'Where tokens are verified, when it is not the provider itself.',
    }),
  ),
});

/** Body of `PATCH …/settings`: absent keys stay, a provider that is null is removed. */
export const settingsPatch = Type.Object({
  inbox: Type.Optional(
    Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      notify_email: Type.Optional(Type.Union([Type.String({ maxLength: 320 }), Type.Null()])),
      captcha: Type.Optional(Type.Union([captchaPatch, Type.Null()])),
    }),
  ),
  auth: Type.Optional(
    Type.Object({
      signup_enabled: Type.Optional(Type.Boolean()),
      verification_required: Type.Optional(Type.Boolean()),
      password_min_length: Type.Optional(Type.Integer({ minimum: 8, maximum: 128 })),
      allowed_email_domains: Type.Optional(
        Type.Array(Type.String({ maxLength: 255 }), {
          maxItems: 100,
          description: 'Only addresses of these domains may sign up; empty: any.',
        }),
      ),
      session_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
      refresh_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
      providers: Type.Optional(
        Type.Record(Type.String({ pattern: PROVIDER_ID }), Type.Union([providerPatch, Type.Null()]), {
          maxProperties: 20,
        }),
      ),
    }),
  ),
  storage: Type.Optional(
    Type.Object({
      upload: Type.Optional(Type.Unsafe<Level>(Type.String({ pattern: LEVEL }))),
      redirect: Type.Optional(
        Type.Boolean({ description: 'Downloads are sent on to the object store; without one it changes nothing.' }),
      ),
    }),
  ),
  app: Type.Optional(
    Type.Object({
      domains: Type.Optional(
        Type.Array(Type.String({ maxLength: 255 }), {
          maxItems: 20,
          description: 'Host names at which the published app is served too.',
        }),
      ),
    }),
  ),
  limits: Type.Optional(
    Type.Object({
      reads_per_10s: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      writes_per_10s: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      storage_bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: STORAGE_MAX })),
      storage_files: Type.Optional(Type.Integer({ minimum: 0, maximum: STORAGE_MAX })),
      emails_per_user_hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      ai_calls_per_user_hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    }),
  ),
  payments: Type.Optional(
    Type.Object({
      products: Type.Optional(
        Type.Array(Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$' }), {
          maxItems: 1000,
          description: 'Ids of prices at the provider that users may buy; empty: whatever they name.',
        }),
      ),
      allow_custom_amounts: Type.Optional(
        Type.Boolean({ description: 'Users may name an amount although there are products.' }),
      ),
    }),
  ),
});

export type SettingsPatch = Static<typeof settingsPatch>;

/** Encrypts the secret that stands at `path` in the settings. */
export type SealSecret = (path: string, secret: string) => string;

/** A way to sign in, as it is stored. */
export interface Provider {
  readonly issuer?: string;
  readonly client_id: string;
  /** Sealed with the master key for this project and provider. */
  readonly client_secret: string;
}

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
  readonly auth: {
    readonly signup_enabled: boolean;
    readonly verification_required: boolean;
    readonly password_min_length: number;
    /** In their ASCII form. Empty: any. */
    readonly allowed_email_domains: readonly string[];
    /** How long a session counts until it must be refreshed. */
    readonly session_minutes: number;
    /** How long after its last refresh a session can be refreshed. */
    readonly refresh_days: number;
    readonly providers: Readonly<Record<string, Provider>>;
  };
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
    /** Calls of `send_email` and `ai_call` by one user in an hour. */
    readonly emails_per_user_hour: number;
    readonly ai_calls_per_user_hour: number;
  };
  readonly payments: {
    /** Ids of prices at the provider that users may buy. Empty: whatever they name. */
    readonly products: readonly string[];
    /** Users may name an amount although there are products. */
    readonly allow_custom_amounts: boolean;
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
    emails_per_user_hour: 20,
    ai_calls_per_user_hour: 60,
  },
  payments: { products: [], allow_custom_amounts: false },
};

export function completeSettings(stored: StoredSettings): Settings {
  return {
    inbox: { ...DEFAULTS.inbox, ...stored.inbox },
    auth: { ...DEFAULTS.auth, ...stored.auth },
    storage: { ...DEFAULTS.storage, ...stored.storage },
    app: { ...DEFAULTS.app, ...stored.app },
    limits: { ...DEFAULTS.limits, ...stored.limits },
    payments: { ...DEFAULTS.payments, ...stored.payments },
  };
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

/** Whether the app is served under a name of its own, and the TXT record that proves whose the name is. */
export const domainStateSchema = Type.Object({
  domain: Type.String(),
  state: Type.Enum(['pending', 'served']),
  txt_name: Type.String(),
  txt_value: Type.String(),
});

/** The settings in the answers, for the description. */
export const settingsAnswer = Type.Object({
  inbox: Type.Object({
    enabled: Type.Boolean(),
    notify_email: Type.Union([Type.String(), Type.Null()]),
    notify_email_confirmed: Type.Boolean({
      description: 'Whoever reads it has opened its link; until then the owners are told.',
    }),
    captcha: Type.Union([
      Type.Object({
        provider: Type.String(),
        verify_url: Type.Union([Type.String(), Type.Null()]),
        has_secret: Type.Boolean(),
      }),
      Type.Null(),
    ]),
  }),
  auth: Type.Object({
    signup_enabled: Type.Boolean(),
    verification_required: Type.Boolean(),
    password_min_length: Type.Integer(),
    allowed_email_domains: Type.Array(Type.String()),
    session_minutes: Type.Integer(),
    refresh_days: Type.Integer(),
    providers: Type.Record(
      Type.String(),
      Type.Object({
        issuer: Type.Optional(Type.String()),
        client_id: Type.String(),
        has_client_secret: Type.Boolean(),
      }),
    ),
  }),
  storage: Type.Object({ upload: Type.String(), redirect: Type.Boolean() }),
  app: Type.Object({
    domains: Type.Array(Type.String()),
    domain_states: Type.Array(domainStateSchema),
  }),
  limits: Type.Object({
    reads_per_10s: Type.Integer(),
    writes_per_10s: Type.Integer(),
    storage_bytes: Type.Integer(),
    storage_files: Type.Integer(),
    emails_per_user_hour: Type.Integer(),
    ai_calls_per_user_hour: Type.Integer(),
  }),
  payments: Type.Object({ products: Type.Array(Type.String()), allow_custom_amounts: Type.Boolean() }),
});
