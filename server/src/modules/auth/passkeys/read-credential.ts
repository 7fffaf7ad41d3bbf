import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Bytes as base64url text. The limits allow for the longest keys and extensions in use. */
const bytes = (charactersMax: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: charactersMax });
/** 1,023 bytes, the longest that WebAuthn allows. */
const credentialId = bytes(1364);
const open = { additionalProperties: true };
const type = Type.Literal('public-key');

const newCredential = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: Type.Object(
      {
        clientDataJSON: bytes(8192),
        attestationObject: bytes(16_384),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
      },
      open,
    ),
  },
  open,
);

const assertion = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: Type.Object(
      {
        clientDataJSON: bytes(8192),
        authenticatorData: bytes(8192),
        signature: bytes(4096),
        userHandle: Type.Optional(Type.Union([bytes(128), Type.Null()])),
      },
      open,
    ),
  },
  open,
);

export const readNewCredential = readerOf(newCredential);
export const readAssertion = readerOf(assertion);

export type NewCredential = Static<typeof newCredential>;
export type Assertion = Static<typeof assertion>;

function readerOf<Schema extends TSchema>(schema: Schema): (sent: object) => Static<Schema> | undefined {
  let validator: Validator | undefined;
  return (sent) => {
    validator ??= Compile(schema);
    return validator.Check(sent) ? (sent as Static<Schema>) : undefined;
  };
}
