import { type Static, Type } from 'typebox';
import type { PasskeyRow } from './passkeys-store.ts';

const one = Type.Literal(1);
const time = Type.String({ format: 'date-time' });

/** The JSON form of a browser's `PublicKeyCredential`. The ceremony checks its parts and fails as a whole. */
const credential = Type.Object(
  {},
  { additionalProperties: true, description: 'The result of `PublicKeyCredential.toJSON()`.' },
);
const challengeToken = Type.String({ maxLength: 1000, description: 'The challenge token that came with the options.' });

export const passkeyName = Type.String({ maxLength: 1000, description: '1 to 100 characters.' });
export const newPasskeyBody = Type.Object({
  name: Type.Optional(passkeyName),
  challenge_token: challengeToken,
  credential,
});
export const passkeySignInBody = Type.Object({ challenge_token: challengeToken, credential });

export const passkeyChallenge = Type.Object({
  data: Type.Object({
    options: Type.Object({}, { additionalProperties: true, description: 'The options in WebAuthn’s JSON format.' }),
    challenge_token: Type.String(),
  }),
  count: one,
});

const passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: time,
  last_used_at: Type.Union([time, Type.Null()]),
  backed_up: Type.Boolean({
    description: 'The passkey provider keeps a copy, so the passkey survives the loss of the device.',
  }),
});

export const shownPasskey = Type.Object({ data: passkey, count: one });
export const passkeyList = Type.Object({ data: Type.Array(passkey), count: Type.Integer() });

export function presentPasskey(row: PasskeyRow): Static<typeof passkey> {
  const { id, name, created_at, last_used_at, backed_up } = row;
  return { id, name, created_at, last_used_at, backed_up: backed_up === 1 };
}
