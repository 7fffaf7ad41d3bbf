import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import { type Job, type JobHandler, projectInStore } from '../../jobs/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import type { AuthContext } from './auth-context.ts';
import type { TokenKind } from './tokens/tokens-store.ts';
import { type UserMail, userMail } from './user-mails.ts';
import type { UserRow } from './users-store.ts';

export const TOKEN_MAIL_JOB = 'auth.mail';

const MINUTE_MS = 60_000;
export const VERIFICATION_MS = 24 * 60 * MINUTE_MS;

const TOKENS = {
  verification: { page: 'verify', ms: VERIFICATION_MS, mail: 'verify_email', expires: '24 hours' },
  reset: { page: 'reset', ms: 60 * MINUTE_MS, mail: 'reset_password', expires: '60 minutes' },
} as const;

export interface TokenMailRequest {
  readonly projectId: string;
  /** `signup`: mails a link that confirms the sign-up, or a notice that an account already exists. */
  readonly kind: 'signup' | TokenKind;
  readonly email: string;
  readonly redirectTo: string | null;
  readonly signUpId?: string;
  /** Hash of the cookie in the browser that asks for another mail; identifies that browser's own sign-up. */
  readonly proofHash?: string;
}

/** Does the same work for every address, so that neither answer nor timing shows whether a user has it. */
export async function requestTokenMail(
  context: AuthContext,
  project: Project,
  request: Omit<TokenMailRequest, 'projectId'>,
): Promise<readonly PlainStep[]> {
  const limited = request.kind === 'signup' ? 'verification' : request.kind;
  if (!(await context.limits.mayMail(project, limited, request.email))) return [];
  const payload = { ...request, projectId: project.id };
  return [await context.jobs.enqueueLater(project.store, { kind: context.mailJob, payload })];
}

/** Creates the token and its mail in one transaction, once per job even if the job runs again. */
export function createTokenMailHandler(context: AuthContext): JobHandler {
  return async (job) => {
    const request = job.payload as unknown as TokenMailRequest;
    const project = projectInStore(job, await context.findProject(request.projectId));
    if (project === undefined) return;
    const steps = await stepsFor(context, project, request);
    if (steps.length > 0) await mailOnce(context, project, job, steps);
  };
}

async function stepsFor(
  context: AuthContext,
  project: Project,
  request: TokenMailRequest,
): Promise<readonly PlainStep[]> {
  const user = await context.users.findByEmail(project.store, request.email);
  if (user === undefined) return await signUpSteps(context, project, request);
  const kind = decideMail(request.kind, user);
  if (kind === undefined) return [];
  return kind === 'existing_account'
    ? [await userMail(context, project, existingAccount(context, project, user, request))]
    : await tokenSteps(context, project, { user, kind, request });
}

function decideMail(asked: TokenMailRequest['kind'], user: UserRow): 'existing_account' | TokenKind | undefined {
  if (asked === 'signup') return 'existing_account';
  if (user.disabled === 1) return undefined;
  return asked === 'verification' && user.email_verified === 1 ? undefined : asked;
}

/** Sends a link for a pending sign-up: the one named in the request, that of the asking browser, otherwise the newest. */
async function signUpSteps(
  context: AuthContext,
  project: Project,
  { kind, email, redirectTo, signUpId, proofHash }: TokenMailRequest,
): Promise<readonly PlainStep[]> {
  if (kind === 'reset') return [];
  const now = context.clock.now();
  const waiting = await context.pending.ofAddress(project.store, email, now);
  const own = waiting.find(({ id, proof_hash: proof }) => id === signUpId || proof === proofHash);
  const pending = own ?? (kind === 'verification' ? waiting[0] : undefined);
  if (pending === undefined) return [];
  const { page, ms, mail, expires } = TOKENS.verification;
  const token = randomToken();
  const link = `${context.addresses.projectUrl(project.id)}/auth/${page}?token=${token}`;
  return [
    context.pending.renewStep(pending.id, {
      token_hash: sha256Hex(token),
      redirect_to: redirectTo ?? pending.redirect_to,
      expires_at_ms: now + ms,
    }),
    await userMail(context, project, { kind: mail, to: email, link, expires_in: expires }),
  ];
}

function existingAccount(
  context: AuthContext,
  project: Project,
  user: UserRow,
  { redirectTo }: TokenMailRequest,
): UserMail {
  return { kind: 'existing_account', to: user.email, link: redirectTo ?? context.addresses.appUrl(project.id) };
}

async function tokenSteps(
  context: AuthContext,
  project: Project,
  { user, kind, request }: { user: UserRow; kind: TokenKind; request: TokenMailRequest },
): Promise<readonly PlainStep[]> {
  const { page, ms, mail, expires } = TOKENS[kind];
  const token = randomToken();
  const now = context.clock.now();
  // Built only from the configured address: a link built from request headers would send the token to a caller who forged them.
  const link = `${context.addresses.projectUrl(project.id)}/auth/${page}?token=${token}`;
  return [
    context.tokens.replaceStep({
      user_id: user.id,
      kind,
      hash: sha256Hex(token),
      epoch: user.epoch,
      redirect_to: request.redirectTo,
      expires_at_ms: now + ms,
      created_at: isoTime(now),
    }),
    await userMail(context, project, { kind: mail, to: user.email, link, expires_in: expires }),
  ];
}

async function mailOnce(context: AuthContext, project: Project, job: Job, steps: readonly PlainStep[]): Promise<void> {
  try {
    await context.database.write(project.store, [
      ...context.tokens.noteMailSteps(job.id, context.clock.now()),
      ...steps,
    ]);
  } catch (error) {
    // The job already ran but its end was not recorded, or the user was deleted meanwhile.
    const isOver = isDatabaseFailure(error, 'not_applied') || isDatabaseFailure(error, 'foreign_key_violation');
    if (!isOver) throw error;
  }
}
