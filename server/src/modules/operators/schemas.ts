import { Type } from 'typebox';
import { textOfForm } from '../../http/index.ts';

export const nullableText = Type.Union([Type.String(), Type.Null()]);
export const nullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
export const counted = Type.Object({ count: Type.Integer() });
/** Long enough that the more specific checks can answer with their own messages. */
export const text = Type.String({ maxLength: 4096 });

const account = Type.Object({
  id: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  name: nullableText,
  is_operator: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
  last_sign_in_at: nullableTime,
});

export const signedInSchema = Type.Object({
  data: Type.Object({
    kind: Type.Enum(['account', 'admin']),
    account: Type.Union([account, Type.Null()]),
    session: Type.Union([
      Type.Object({ id: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
      Type.Null(),
    ]),
  }),
  count: Type.Literal(1),
});

export const codeNeeded = Type.Object({
  data: Type.Object({ mfa_required: Type.Literal(true), mfa_token: Type.String() }),
  count: Type.Literal(1),
});

export const operatorRecord = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullableText,
  is_operator: Type.Boolean(),
  disabled: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  status: Type.Enum(['active', 'disabled', 'invited']),
  created_at: Type.String({ format: 'date-time' }),
  last_sign_in_at: nullableTime,
});

const projects = Type.Array(textOfForm('^[a-z][a-z0-9-]{1,38}[a-z0-9]$', 'must be the id of a project'), {
  minItems: 1,
  maxItems: 100,
  description: 'Limits the token to these projects.',
});
const role = Type.Enum(['viewer', 'editor', 'admin'], {
  description: 'Limits the token to this role in each project.',
});

export const newTokenBody = Type.Object({
  name: Type.String(),
  expires_at: Type.Optional(nullableText),
  projects: Type.Optional(Type.Union([projects, Type.Null()])),
  role: Type.Optional(Type.Union([role, Type.Null()])),
});

const bounds = {
  expires_at: nullableTime,
  projects: Type.Union([projects, Type.Null()]),
  role: Type.Union([role, Type.Null()]),
};

const nullablePrefix = Type.Union([Type.String({ description: 'The first characters of the token.' }), Type.Null()]);

export const tokenRecord = Type.Object({
  id: Type.String(),
  prefix: nullablePrefix,
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: nullableTime,
  ...bounds,
});

export const shownToken = Type.Object({
  data: Type.Object({ id: Type.String(), name: Type.String(), token: Type.String(), ...bounds }),
  count: Type.Literal(1),
});
