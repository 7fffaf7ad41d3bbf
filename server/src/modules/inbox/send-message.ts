import type { Caller, Project } from '../../callers/index.ts';
import type { Step, WriteOptions, WriteResult } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { idempotencyOf, type Repeatable } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { InboxContext } from './inbox-context.ts';
import { idOfInserted, type NewMessageRow } from './messages-store.ts';
import { NOTICE_JOB } from './notices/notify-owner.ts';
import type { ReadMessage } from './read-message.ts';
import { countLinks, judgeMessage, type SpamReason } from './spam/judge-message.ts';
import { verifyCaptcha } from './spam/verify-captcha.ts';
import { SAME_TEXT } from './texts-store.ts';

const MINUTE_MS = 60_000;
const SAME_TEXT_MS = 10 * MINUTE_MS;

export interface MessageSending {
  readonly project: Project;
  readonly caller: Caller;
  /** Result of `limitKey` for the caller's network address; absent for calls from inside the service. */
  readonly from?: string;
  readonly sourceUrl?: string | null;
  readonly repeatable?: Repeatable | undefined;
}

export type Delivery =
  | { readonly delivered: true; readonly id: string; readonly replayed: boolean }
  | { readonly delivered: false; readonly reason: 'channel_disabled' };

/** Stores a message and the job that mails it. Spam senders get the same answer, but no mail is sent. */
export async function sendMessage(
  context: InboxContext,
  sending: MessageSending,
  message: ReadMessage,
): Promise<Delivery> {
  const { project } = sending;
  if (!context.settings(project).enabled) return { delivered: false, reason: 'channel_disabled' };
  const row = await rowOf(context, sending, message);
  const { results, replayed } = await store(context, sending, {
    ...row,
    spam_reason: await findSpamReason(context, sending, message),
  });
  const inserted = results.find((result) => result.kind === 'rows');
  return { delivered: true, id: idOfInserted(inserted?.rows?.[0]), replayed };
}

type UnjudgedRow = Omit<NewMessageRow, 'status'>;

async function rowOf(
  context: InboxContext,
  { project, caller, sourceUrl = null }: MessageSending,
  { body, fromName, fromEmail, metadata }: ReadMessage,
): Promise<UnjudgedRow> {
  const user = caller.kind === 'user' ? caller.user : undefined;
  const account = user === undefined ? undefined : await context.findSender(project, user.id);
  return {
    id: context.ids(),
    body,
    from_name: fromName ?? account?.name ?? null,
    // A signed-in sender cannot write in the name of another address.
    from_email: account?.email ?? user?.email ?? fromEmail,
    user_id: user?.id ?? null,
    sender_verified: account?.isVerified ?? false,
    metadata,
    spam_reason: null,
    source_url: sourceUrl,
    created_at: isoTime(context.clock.now()),
  };
}

/** Secret callers are the owner's own programs, so they have no rate limit and need no captcha. */
async function findSpamReason(
  context: InboxContext,
  sending: MessageSending,
  message: ReadMessage,
): Promise<SpamReason | null> {
  const { project, caller, from } = sending;
  const { isTrapped, captchaToken } = message;
  const isCounted = caller.kind !== 'secret' && from !== undefined;
  const isWelcome = !isCounted || (await context.limits.isWelcome({ store: project.store, caller: from }));
  // A message that is spam already needs no captcha check.
  const isAsked = caller.kind === 'anonymous' && isWelcome && !isTrapped;
  return judgeMessage({
    isTrapped,
    isWelcome,
    captcha: isAsked ? await verifyCaptcha(context, project, captchaToken) : 'none',
    links: caller.kind === 'secret' ? 0 : countLinks(message.body),
  });
}

/** When equal texts arrive at the same moment, the database decides which one is no duplicate. */
async function store(context: InboxContext, sending: MessageSending, row: UnjudgedRow): Promise<WriteResult> {
  const { project, repeatable } = sending;
  const nowMs = context.clock.now();
  const options: WriteOptions =
    repeatable === undefined
      ? {}
      : { idempotency: idempotencyOf({ ...sending, path: ['messages'] }, repeatable, nowMs) };
  const text = { hash: hashOf(row.body), nowMs, untilMs: nowMs + SAME_TEXT_MS };
  const write = (steps: readonly Step[]): Promise<WriteResult> => context.database.write(project.store, steps, options);
  const writeSpam = (spam: UnjudgedRow): Promise<WriteResult> =>
    write([...context.texts.rememberSteps(text, false), context.messages.insertStep({ ...spam, status: 'spam' })]);

  if (row.spam_reason !== null) return await writeSpam(row);
  const notice = { kind: NOTICE_JOB, payload: { projectId: project.id } };
  try {
    return await write([
      ...context.texts.rememberSteps(text, true),
      context.messages.insertStep({ ...row, status: 'unread' }),
      context.notices.addStep(row.id, nowMs),
      await context.jobs.enqueueLater(project.store, notice),
    ]);
  } catch (error) {
    if (!isNotApplied(error, SAME_TEXT)) throw error;
    return await writeSpam({ ...row, spam_reason: 'duplicate' });
  }
}

/** Hashes the words alone, because different whitespace does not make a different text. */
function hashOf(body: string): string {
  return sha256Hex(body.replace(/\s+/g, ' ').trim());
}
