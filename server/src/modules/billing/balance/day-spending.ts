import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { renderTemplate } from '../../../mail/templates/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { NOTICE_STEP } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';
import type { PricedKind } from '../price-list.ts';

export const DAY_MS = 24 * 60 * 60_000;
/** The share of the limit at which owners get the notice, early enough that calls still work. */
const TOLD_FROM = 0.8;
const PROJECTS_MAX = 10_000;

/** Midnight (UTC) of the day as ISO time. */
export function dayOf(nowMs: number): string {
  return isoTime(Math.floor(nowMs / DAY_MS) * DAY_MS);
}

export async function noticeDaySpending(
  { database, balances, mail, currency, ownerEmails, notifiedDays }: BillingContext,
  project: Project,
  { kind, nowMs, perDay }: { readonly kind: PricedKind; readonly nowMs: number; readonly perDay: number },
): Promise<void> {
  const day = dayOf(nowMs);
  if (notifiedDays.get(project.store) === day) return;
  const spent = await balances.spentSince(project.store, kind, day);
  if (spent < perDay * TOLD_FROM) return;
  const text = renderTemplate(
    {
      subject: `AI calls of ${project.name} have nearly used up their day`,
      button: '',
      text: [
        `AI calls of ${project.name} have cost ${spent} of the ${perDay} minor units of ${currency.toUpperCase()} that they may cost today (UTC).`,
        'Past that they are refused until midnight. The ceiling is limits.ai_per_day in the settings of the project.',
      ].join('\n\n'),
    },
    { app_name: project.name },
  );
  const owners = await ownerEmails(project);
  const mails = await Promise.all(owners.map((to) => mail.sendLater({ store: project.store, to, ...text })));
  try {
    await database.write(project.store, [balances.dayNoticeStep(day), ...mails]);
  } catch (error) {
    if (!isNotApplied(error, NOTICE_STEP)) throw error;
  }
  if (notifiedDays.size >= PROJECTS_MAX) notifiedDays.clear();
  notifiedDays.set(project.store, day);
}
