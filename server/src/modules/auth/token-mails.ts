import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import { isDatabaseFailure } from '../../database/errors.ts';
import type { Job, JobHandler } from '../../jobs/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import type { AuthContext } from './auth-context.ts';
import type { TokenKind } from './tokens/tokens-store.ts';
import { type UserMail, userMail } from './user-mails.ts';
import type { UserRow } from './users-store.ts';

export const TOKEN_MAIL_JOB = 'auth.mail';

const MINUTE_MS = 60_000;

/** What each kind of token is for: its page, how long it counts, and the mail that brings it. */
const TOKENS = {
  verification: { page: 'verify', ms: 24 * 60 * MINUTE_MS, mail: 'verify_email', expires: '24 hours' },
  reset: { page: 'reset', ms: 60 * MINUTE_MS, mail: 'reset_password', expires: '60 minutes' },
} as const;

/** A mail that somebody asked for by an address: whether there is such a user is seen when the job runs. */
export interface TokenMailRequest {
  readonly projectId: string;
  /** `signup`: verification for who waits for it, else word that there is an account already. */
  readonly kind: 'signup' | TokenKind;
  readonly email: string;
  readonly redirectTo: string | null;
}

/**
 * The steps that have a mail sent, or none when one was sent just now. The same work for every address, so that neither
 * the answer nor its time tells whether anybody has it.
 */
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

/** Makes the token and the mail with it in one transaction, once for each job however often it runs. */
export function createTokenMailHandler(context: AuthContext): JobHandler {
  return async (job) => {
    const request = job.payload as unknown as TokenMailRequest;
    const project = await context.findProject(request.projectId);
    if (project?.store !== job.store) return;
    const user = await context.users.findByEmail(project.store, request.email);
    const kind = user === undefined ? undefined : decideMail(request.kind, user);
    if (user === undefined || kind === undefined) return;
    const steps =
      kind === 'existing_account'
        ? [await userMail(context, project, existingAccount(context, project, user, request))]
        : await tokenSteps(context, project, { user, kind, request });
    await mailOnce(context, project, job, steps);
  };
}

/** What an address gets that asked for a mail; nothing where there is nothing to confirm. */
export function decideMail(asked: TokenMailRequest['kind'], user: UserRow): 'existing_account' | TokenKind | undefined {
  if (asked === 'signup') return user.is_pending === 1 ? 'verification' : 'existing_account';
  if (user.disabled === 1) return undefined;
  return asked === 'verification' && user.email_verified === 1 ? undefined : asked;
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
  // From the configured address only: a link made of request headers would send the token to whoever forged them.
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
    // The job ran before but its end was not noted, or the user was deleted meanwhile.
    const isOver = isDatabaseFailure(error, 'not_applied') || isDatabaseFailure(error, 'foreign_key_violation');
    if (!isOver) throw error;
  }
}
