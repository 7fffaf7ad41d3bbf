import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { renderTemplate } from '../../../mail/templates/index.ts';
import { type Balance, NOTICE_STEP, type Notice } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';

/** The balance is low at a fifth of its value after the last top-up. */
const LOW_PART = 5;
const ORDER: readonly Notice[] = ['none', 'low', 'empty'];

/** While the balance is far from low, skips a quarter of the calls that remain until then, at most this many. */
const LEFT_OUT_MAX = 50;
const LEFT_OUT_PART = 4;
const PROJECTS_MAX = 10_000;

/** Notifies the owners once when the balance is low and once when it is below `price`, the price of the call. */
export async function noticeLowBalance(context: BillingContext, project: Project, price: number): Promise<void> {
  const { database, balances, clock, mail, ownerEmails, skippedChecks } = context;
  const leftOut = skippedChecks.get(project.store) ?? 0;
  if (leftOut > 0) {
    skippedChecks.set(project.store, leftOut - 1);
    return;
  }
  const balance = await balances.read(project.store, clock.now());
  const callsUntilLow = (balance.balance - balance.full / LOW_PART) / price;
  const next = Math.min(LEFT_OUT_MAX, Math.floor(callsUntilLow / LEFT_OUT_PART));
  if (skippedChecks.size >= PROJECTS_MAX) skippedChecks.clear();
  if (next > 0) skippedChecks.set(project.store, next);
  else skippedChecks.delete(project.store);
  const reached = noticeOf(balance, price);
  if (ORDER.indexOf(reached) <= ORDER.indexOf(balance.noticed)) return;
  const text = mailText(context, project, { balance, reached });
  const owners = await ownerEmails(project);
  const mails = await Promise.all(owners.map((to) => mail.sendLater({ store: project.store, to, ...text })));
  try {
    await database.write(project.store, [balances.noticeStep(balance.noticed, reached), ...mails]);
  } catch (error) {
    if (!isNotApplied(error, NOTICE_STEP)) throw error;
  }
}

export function noticeOf({ balance, full }: Pick<Balance, 'balance' | 'full'>, price: number): Notice {
  if (balance < price) return 'empty';
  return balance * LOW_PART <= full ? 'low' : 'none';
}

interface ReachedLimit {
  readonly balance: Balance;
  readonly reached: Notice;
}

function mailText(
  { currency }: BillingContext,
  { name }: Project,
  { balance: { balance, full }, reached }: ReachedLimit,
) {
  const isEmpty = reached === 'empty';
  return renderTemplate(
    {
      subject: isEmpty ? `The balance of ${name} is used up` : `The balance of ${name} is low`,
      button: '',
      text: [
        isEmpty
          ? `The balance of ${name} does not cover another call: mails and AI calls are refused until it is topped up.`
          : `The balance of ${name} is down to a fifth of what it was after its last top-up.`,
        `Balance: ${balance} of ${full}, in minor units of ${currency.toUpperCase()}. Checkouts go on.`,
      ].join('\n\n'),
    },
    { app_name: name },
  );
}
