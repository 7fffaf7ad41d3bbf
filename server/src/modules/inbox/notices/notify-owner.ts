import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { type Job, type JobHandler, projectInStore } from '../../../jobs/index.ts';
import type { InboxContext } from '../inbox-context.ts';
import type { Message } from '../messages-store.ts';
import { TAKEN, type WaitingNotice } from '../notices-store.ts';
import { digestMail, messageMail, type NoticeMail } from './notice-mails.ts';
import { type NoticePlan, planNotices } from './notice-policy.ts';

export const NOTICE_JOB = 'inbox.notice';

/** Messages in one digest: what one mail can hold and one person can skim. */
const DIGEST_MAX = 500;
/** Jobs of one project run in parallel; in each round one of them succeeds. */
const ROUNDS_MAX = 20;

/** One transaction chooses the messages, ends their waiting and queues the mails: none is lost or mailed twice. */
export function createNoticeHandler(context: InboxContext): JobHandler {
  return async (job) => {
    const { projectId } = job.payload as unknown as { readonly projectId: string };
    const project = projectInStore(job, await context.findProject(projectId));
    if (project === undefined) return;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (await tryNotices(context, project, job)) return;
    }
    throw new Error('Other processes kept planning the mails to the owner.');
  };
}

async function tryNotices(context: InboxContext, project: Project, { payload }: Job): Promise<boolean> {
  const { store } = project;
  const { hour, version } = await context.notices.hour(store);
  const found = await context.notices.waiting(store, DIGEST_MAX + 1);
  if (found.length === 0) return true;
  const waiting = found.slice(0, DIGEST_MAX);
  const nowMs = context.clock.now();
  const plan = planNotices(hour, waiting, { nowMs, isAll: found.length === waiting.length });
  if (plan.taken === 0 && plan.checkAgainAtMs === undefined) return true;
  const taken = waiting.slice(0, plan.taken);
  const steps: PlainStep[] = [
    ...context.notices.takeSteps(
      taken.map(({ messageId }) => messageId),
      { hour: plan.hour, version },
    ),
    ...(await mailSteps(context, project, { plan, taken })),
  ];
  if (plan.checkAgainAtMs !== undefined) {
    const again = { kind: NOTICE_JOB, payload, runAtMs: plan.checkAgainAtMs };
    steps.push(await context.jobs.enqueueLater(store, again));
  }
  try {
    await context.database.write(store, steps);
  } catch (error) {
    if (isNotApplied(error, TAKEN)) return false;
    throw error;
  }
  return true;
}

async function mailSteps(
  context: InboxContext,
  project: Project,
  { plan, taken }: { plan: NoticePlan; taken: readonly WaitingNotice[] },
): Promise<readonly PlainStep[]> {
  if (taken.length === 0) return [];
  const found = await context.messages.findAll(
    project.store,
    taken.map(({ messageId }) => messageId),
  );
  const messages = found.filter(({ status }) => status !== 'spam');
  const { notify_email: address, notify_email_confirmed: isConfirmed } = context.settings(project);
  const owners = address === null || !isConfirmed ? await context.ownerEmails(project) : [address];
  const url = `${context.addresses.publicUrl}/console/p/${project.id}/inbox`;
  const mails = mailsOf(messages, plan.asDigest, { appName: project.name, url });
  return await Promise.all(
    owners.flatMap((to) => mails.map((mail) => context.mail.sendLater(outgoing(project, to, mail)))),
  );
}

interface AboutMessages extends NoticeMail {
  readonly ids: readonly string[];
}

function mailsOf(
  messages: readonly Message[],
  asDigest: boolean,
  inbox: { appName: string; url: string },
): readonly AboutMessages[] {
  if (asDigest && messages.length > 1) return [{ ...digestMail(messages, inbox), ids: messages.map(({ id }) => id) }];
  return messages.map((message) => {
    const url = `${inbox.url}?message=${message.id}`;
    return { ...messageMail(message, { ...inbox, url }), ids: [message.id] };
  });
}

function outgoing(project: Project, to: string, { ids, ...mail }: AboutMessages) {
  return { store: project.store, to, fromName: project.name, ...mail, about: { kind: NOTICE_JOB, data: ids } };
}
