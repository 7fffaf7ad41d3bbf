import type { Project } from '../../../callers/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { requireDisplayName } from '../../../platform/display-name.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { noteChange } from '../note-change.ts';
import { requireUser } from '../signed-in-user.ts';
import { userMail } from '../user-mails.ts';
import type { UserRow } from '../users-store.ts';
import { spendChallenge } from './challenges.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import { presentPasskey } from './passkey-schemas.ts';
import { PASSKEYS_MAX, type PasskeyRow } from './passkeys-store.ts';
import { readNewCredential } from './read-credential.ts';
import { relyingPartyOf } from './relying-party.ts';
import { requireNewSession } from './require-new-session.ts';
import type { CeremonyFailure, VerifiedPasskey } from './verify-ceremony.ts';

export interface NewPasskeyBody {
  readonly name?: string;
  readonly challenge_token: string;
  readonly credential: object;
}

const DEFAULT_NAME = 'Passkey';

const SENTENCES: Readonly<Record<CeremonyFailure, string>> = {
  challenge: 'The challenge has expired, was used before or belongs to another session. Request new options.',
  origin: 'This web page may not create passkeys for the project.',
  host: 'The passkey is for another host than that of the project.',
  user_not_verified: 'The device did not verify its user by fingerprint, face or PIN.',
  algorithm: 'The key uses none of the algorithms in the options.',
  attestation: 'The passkey contains a certificate that was not requested.',
  malformed: 'The credential does not match what a browser creates for these options.',
};

export async function addPasskey(context: PasskeyContext, call: ProjectCall<unknown, NewPasskeyBody>): Promise<Answer> {
  const { project, body } = call;
  requirePasskeysOn(context, project);
  const { user, session } = await requireUser(context, call);
  requireNewSession(context, session);
  const name = body.name === undefined ? DEFAULT_NAME : requireDisplayName(body.name);
  const verified = await verify(context, project, body, session.id);
  if (typeof verified === 'string') {
    throw new ServiceError('validation_failed', SENTENCES[verified], { details: { reason: verified } });
  }
  const row = rowOf(context, { project, user, name, verified });
  await store(context, project, user, row);
  noteChange(context, call, user, 'passkey_added');
  return { status: 201, body: { data: presentPasskey(row), count: 1 } };
}

async function verify(
  context: PasskeyContext,
  project: Project,
  { challenge_token: token, credential: sent }: NewPasskeyBody,
  sessionId: string,
): Promise<VerifiedPasskey | CeremonyFailure> {
  const challenge = await spendChallenge(context, project, { kind: 'registration', sessionId }, token);
  if (challenge === undefined) return 'challenge';
  const credential = readNewCredential(sent);
  if (credential === undefined) return 'malformed';
  // Loaded with the first ceremony, because many processes never see one.
  const { verifyRegistration } = await import('./verify-ceremony.ts');
  return await verifyRegistration(credential, { challenge, party: relyingPartyOf(context, project) });
}

function rowOf(
  context: PasskeyContext,
  {
    project,
    user,
    name,
    verified,
  }: {
    readonly project: Project;
    readonly user: UserRow;
    readonly name: string;
    readonly verified: VerifiedPasskey;
  },
): PasskeyRow {
  return {
    id: context.ids(),
    user_id: user.id,
    credential_id: verified.credentialId,
    public_key: verified.publicKey,
    counter: verified.counter,
    rp_id: relyingPartyOf(context, project).id,
    name,
    transports: JSON.stringify(verified.transports),
    backed_up: verified.isBackedUp ? 1 : 0,
    created_at: isoTime(context.clock.now()),
    last_used_at: null,
  };
}

async function store(context: PasskeyContext, project: Project, user: UserRow, row: PasskeyRow): Promise<void> {
  try {
    await context.database.write(project.store, [
      context.users.updateInEpochStep(user, { updated_at: row.created_at }),
      ...context.passkeys.insertSteps(row),
      await userMail(context, project, { kind: 'passkey_added', to: user.email }),
    ]);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) {
      throw new ServiceError('duplicate', 'This passkey already belongs to an account.');
    }
    if (isNotApplied(error, 'limit')) {
      throw new ServiceError('conflict', `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
    }
    if (isNotApplied(error, 'user')) {
      throw new ServiceError('conflict', 'The account was changed in the meantime. Sign in again and try once more.');
    }
    throw error;
  }
}
