import { type Static, Type } from 'typebox';
import type { Level } from '../../database/schema/index.ts';
import { textOfForm } from '../../http/index.ts';

const LEVEL =
  '^(public|authenticated|owner|private|role:[^\\s:,\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,100})$';
/** Within the integers that a double represents exactly. */
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
      description: 'The address that verifies tokens, when the provider does not do it itself.',
    }),
  ),
});

/** Body of `PATCH …/settings`: absent keys keep their value; null removes a provider. */
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
          description: 'Only addresses of these domains may sign up; an empty list allows every domain.',
        }),
      ),
      session_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
      refresh_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
      providers: Type.Optional(
        Type.Record(Type.String({ pattern: PROVIDER_ID }), Type.Union([providerPatch, Type.Null()]), {
          maxProperties: 20,
        }),
      ),
      passkeys: Type.Optional(
        Type.Object({
          enabled: Type.Optional(Type.Boolean()),
          rp_id: Type.Optional(
            Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
              description: 'The host that passkeys are created for. null: the host of the published app.',
            }),
          ),
        }),
      ),
    }),
  ),
  storage: Type.Optional(
    Type.Object({
      upload: Type.Optional(
        Type.Unsafe<Level>(textOfForm(LEVEL, 'must be public, authenticated, owner, private or role:<name>')),
      ),
      redirect: Type.Optional(
        Type.Boolean({
          description: 'Redirects downloads to the object store. Without an object store this has no effect.',
        }),
      ),
    }),
  ),
  app: Type.Optional(
    Type.Object({
      domains: Type.Optional(
        Type.Array(Type.String({ maxLength: 255 }), {
          maxItems: 20,
          description: 'Additional host names that serve the published app.',
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
      files_bytes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: STORAGE_MAX,
          description: 'The former name of `storage_bytes`, with the same value.',
        }),
      ),
      rows_bytes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: STORAGE_MAX,
          description: 'The most bytes that all tables and their indexes may use.',
        }),
      ),
      emails_per_user_hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      ai_calls_per_user_hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      jobs: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10_000_000,
          description: 'The most runs of functions that may wait for later.',
        }),
      ),
      ai_per_day: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'The most that AI calls may cost in a day (UTC), in minor units.',
        }),
      ),
    }),
  ),
  payments: Type.Optional(
    Type.Object({
      products: Type.Optional(
        Type.Array(textOfForm('^[A-Za-z0-9_]{1,255}$', 'must be 1 to 255 letters, digits and _'), {
          maxItems: 1000,
          description: 'Ids of the provider’s prices that users may buy. Empty: all prices.',
        }),
      ),
      allow_custom_amounts: Type.Optional(
        Type.Boolean({ description: 'Allows users to choose the amount themselves.' }),
      ),
      several_subscriptions: Type.Optional(
        Type.Boolean({ description: 'Allows users to subscribe to the same product more than once.' }),
      ),
    }),
  ),
});

export type SettingsPatch = Static<typeof settingsPatch>;

export const domainStateSchema = Type.Object({
  domain: Type.String(),
  state: Type.Enum(['pending', 'served']),
  txt_name: Type.String(),
  txt_value: Type.String(),
});

export const settingsAnswer = Type.Object({
  inbox: Type.Object({
    enabled: Type.Boolean(),
    notify_email: Type.Union([Type.String(), Type.Null()]),
    notify_email_confirmed: Type.Boolean({
      description: 'Whether the address was confirmed by opening its link. Until then the owners get the notices.',
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
    passkeys: Type.Object({ enabled: Type.Boolean(), rp_id: Type.Optional(Type.String()) }),
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
    files_bytes: Type.Integer(),
    rows_bytes: Type.Integer(),
    emails_per_user_hour: Type.Integer(),
    ai_calls_per_user_hour: Type.Integer(),
    jobs: Type.Integer(),
    ai_per_day: Type.Integer(),
  }),
  payments: Type.Object({
    products: Type.Array(Type.String()),
    allow_custom_amounts: Type.Boolean(),
    several_subscriptions: Type.Boolean(),
  }),
});
