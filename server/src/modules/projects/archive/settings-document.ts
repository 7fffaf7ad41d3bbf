import { type Static, Type } from 'typebox';
import { createRecordReader } from '../../../archive/sections/index.ts';
import { settingsPatch } from '../settings-schemas.ts';

const nullableText = Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]);

const key = Type.Object({
  id: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: 500 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  prefix: Type.Optional(nullableText),
  created_at: Type.String({ maxLength: 40 }),
  last_used_at: nullableText,
  expires_at: nullableText,
});

const mailTemplate = Type.Object({
  kind: Type.String({ maxLength: 100 }),
  subject: Type.String({ maxLength: 10_000 }),
  text: Type.String({ maxLength: 200_000 }),
  button: Type.String({ maxLength: 10_000 }),
  html: Type.Union([Type.String({ maxLength: 1_000_000 }), Type.Null()]),
  updated_at: Type.String({ maxLength: 40 }),
});

/** `settings.json`: the control plane's data of a project. Secrets are stored separately, with the archive's secrets. */
export const settingsDocument = Type.Object({
  project: Type.Object({
    name: Type.String({ maxLength: 500 }),
    public_key: Type.String({ pattern: '^pk_[A-Za-z0-9_-]{20,100}$' }),
    allowed_origins: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1000 }),
  }),
  settings: settingsPatch,
  keys: Type.Array(key, { maxItems: 10_000 }),
  mail_templates: Type.Array(mailTemplate, { maxItems: 100 }),
});

export type SettingsDocument = Static<typeof settingsDocument>;
export type SavedKey = Static<typeof key>;
export type SavedMailTemplate = Static<typeof mailTemplate>;

export const readSettingsDocument = createRecordReader(settingsDocument);
