import { type Static, Type } from 'typebox';
import { announced } from '../../database/index.ts';
import { type Answer, listingQuery, type MemberCall, memberRoute, type Route, readListing } from '../../http/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { functionsSubject } from './definitions/function-sets.ts';
import { recordChange } from './definitions/record-change.ts';
import type { FunctionsContext } from './functions-context.ts';
import { SECRET_CHARACTERS_MAX, SECRET_NAME } from './secrets/secrets.ts';

const ALL = '/api/cloud/projects/:project_id/secrets';
const ONE = `${ALL}/:name`;
const SECRETS_MAX = 200;
/** All of them, which a caller that does not page needs. */
const secretsQuery = Type.Object({
  ...listingQuery.properties,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: SECRETS_MAX })),
});
/** Every record is searched for all of these values. */
const TOTAL_CHARACTERS_MAX = 65_536;

const secret = Type.Object({ name: Type.String(), updated_at: Type.String({ format: 'date-time' }) });
const secretBody = Type.Object({ value: Type.String({ minLength: 1, maxLength: SECRET_CHARACTERS_MAX }) });

export function secretRoutes(context: FunctionsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listSecrets',
      summary: 'Lists the names of the secrets; their values are never shown',
      role: 'viewer',
      query: secretsQuery,
      responses: { 200: Type.Object({ data: Type.Array(secret), count: Type.Integer() }) },
      handle: (call) => listSecrets(context, call),
    }),
    memberRoute({
      method: 'PUT',
      path: ONE,
      id: 'setSecret',
      summary: 'Sets a secret, which functions can read in ctx.secrets from their next call on',
      role: 'admin',
      body: secretBody,
      responses: { 200: Type.Object({ data: secret, count: Type.Literal(1) }) },
      handle: (call) => setSecret(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteSecret',
      summary: 'Deletes a secret',
      role: 'admin',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => deleteSecret(context, call),
    }),
  ];
}

async function listSecrets(
  { secrets }: FunctionsContext,
  { project, query }: MemberCall<Static<typeof secretsQuery>>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(
    { limit: SECRETS_MAX, ...query },
    {
      fields: ['name', 'updated_at'],
      otherwise: { field: 'name', direction: 'asc' },
      tieBreaker: 'name',
    },
  );
  const data = (await secrets.names(project.store)).map(({ name, updated_at }) => ({ name, updated_at }));
  for (const { field, direction } of order.toReversed()) {
    const sign = direction === 'asc' ? 1 : -1;
    data.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
  }
  return { status: 200, body: { data: data.slice(offset, offset + limit), count: data.length } };
}

async function setSecret(context: FunctionsContext, call: MemberCall<unknown, { value: string }>): Promise<Answer> {
  const { project, body } = call;
  const name = requireName(call);
  const known = await context.secrets.names(project.store);
  if (known.length >= SECRETS_MAX && !known.some((one) => one.name === name)) {
    throw validationFailed({ name: `exceeds the limit: a project has at most ${SECRETS_MAX} secrets` });
  }
  const others = known.reduce((sum, one) => (one.name === name ? sum : sum + one.length), 0);
  if (others + body.value.length > TOTAL_CHARACTERS_MAX) {
    throw validationFailed({ value: `is too long: all secrets together may have ${TOTAL_CHARACTERS_MAX} characters` });
  }
  if (/[\0\p{Cs}]/u.test(body.value)) throw validationFailed({ value: 'must be text without NUL and lone surrogates' });
  const updated_at = await announced(
    context.feed,
    functionsSubject(project.store),
    context.secrets.set(project.store, name, body.value),
  );
  await recordChange(context, call, { project, action: 'secret.set', target: name });
  return { status: 200, body: { data: { name, updated_at }, count: 1 } };
}

async function deleteSecret(context: FunctionsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const name = requireName(call);
  const removal = context.secrets.remove(project.store, name);
  const isRemoved = await announced(context.feed, functionsSubject(project.store), removal);
  if (!isRemoved) throw new ServiceError('not_found', 'There is no such secret.');
  await recordChange(context, call, { project, action: 'secret.delete', target: name });
  return { status: 200, body: { count: 1 } };
}

function requireName({ params }: MemberCall): string {
  const name = params['name'] ?? '';
  if (SECRET_NAME.test(name)) return name;
  throw validationFailed({ name: 'must be upper-case letters, digits and _, starting with a letter, at most 64' });
}
