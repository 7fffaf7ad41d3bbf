import type { Static } from 'typebox';
import { isNotApplied } from '../../database/index.ts';
import { type Answer, type listingQuery, type MemberCall, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError } from '../../platform/errors.ts';
import { earlierExpiry, requireExpiry } from '../../platform/expiry.ts';
import { secretPrefix } from '../../platform/secret-prefix.ts';
import { newPublicKey } from './create-project.ts';
import { accountOf } from './member-policy.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';

/** The limit bounds memory: all hashes of a project are in memory while the project is in use. */
const KEYS_MAX = 200;

export async function listKeys(
  { keysStore, keyUses }: ProjectsContext,
  { project, query }: MemberCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'name', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([keysStore.list(project.store, listing), keysStore.count(project.store)]);
  const data = rows.map((row) => {
    const unsaved = keyUses.unsaved(row.id);
    return unsaved === undefined ? row : { ...row, last_used_at: isoTime(unsaved) };
  });
  return { status: 200, body: { data, count } };
}

/** Only this answer ever shows the key. A key created with a token ends with it at the latest. */
export async function createKey(
  context: ProjectsContext,
  call: MemberCall<unknown, { readonly name: string; readonly expires_at?: string | null }>,
): Promise<Answer> {
  const { project } = call;
  const name = requireDisplayName(call.body.name);
  const token = call.operator.kind === 'account' ? call.operator.token : undefined;
  const expiresAt = earlierExpiry(requireExpiry(call.body.expires_at, context.clock), token?.expiresAt ?? null);
  if ((await context.keysStore.count(project.store)) >= KEYS_MAX) {
    throw new ServiceError('validation_failed', `A project has at most ${KEYS_MAX} secret keys. Delete one first.`);
  }
  const key = `sk_${randomToken()}`;
  const id = context.ids();
  const row = {
    id,
    store: project.store,
    hash: sha256Hex(key),
    prefix: secretPrefix(key),
    name,
    created_at: isoTime(context.clock.now()),
    last_used_at: null,
    expires_at: expiresAt,
    token_id: token?.id ?? null,
    created_by: accountOf(call.operator),
  };
  const alive = token === undefined ? [] : [context.keysStore.tokenAliveStep(token.id)];
  try {
    await changeProject(context, call, {
      project,
      action: 'key.create',
      target: id,
      details: { name, expires_at: expiresAt },
      steps: [...alive, context.keysStore.insertStep(row)],
    });
  } catch (error) {
    if (isNotApplied(error, 'token')) throw new ServiceError('not_authenticated', 'This token is not valid.');
    throw error;
  }
  return { status: 201, body: { data: { id, name, key }, count: 1 } };
}

export async function deleteKey(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const id = call.params['key_id'] ?? '';
  try {
    const steps = [context.keysStore.deleteStep(project.store, id)];
    await changeProject(context, call, { project, action: 'key.delete', target: id, steps });
  } catch (error) {
    if (isNotApplied(error, 'key')) throw new ServiceError('not_found', 'There is no such key.');
    throw error;
  }
  return { status: 200, body: { count: 1 } };
}

/** The old public key is invalid once this has answered. */
export async function rotatePublicKey(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const publicKey = newPublicKey();
  await changeProject(context, call, {
    project,
    action: 'key.rotate_public',
    target: project.id,
    steps: [context.projectsStore.setStep(project.store, { public_key: publicKey })],
  });
  return { status: 200, body: { data: { public_key: publicKey }, count: 1 } };
}
