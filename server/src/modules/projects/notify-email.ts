import { isInstanceOperator, type Operator, type Project } from '../../callers/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';
import { requireStored } from './read-projects.ts';
import type { StoredSettings } from './settings.ts';

const TRIES_MAX = 20;

/** The reader of a new address must confirm it, so that the service does not mail strangers. */
export function withConfirmation(
  before: StoredSettings,
  merged: StoredSettings,
  { operator, isSent }: { readonly operator: Operator; readonly isSent: boolean },
): StoredSettings {
  const isSame = before.inbox?.notify_email === merged.inbox?.notify_email;
  const wasConfirmed = isSame && before.inbox?.notify_email_confirmed === true;
  const isConfirmed = wasConfirmed || (isSent && isInstanceOperator(operator));
  const hasAddress = typeof merged.inbox?.notify_email === 'string';
  return { ...merged, inbox: { ...merged.inbox, notify_email_confirmed: hasAddress && isConfirmed } };
}

/** Confirms the address for its reader. False when the project has set another address since. */
export async function confirmNotifyEmail(
  context: ProjectsContext,
  project: Project,
  { email, author }: { readonly email: string; readonly author: Omit<AuditAuthor, 'operator'> },
): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const { settings, version } = await requireStored(context, project);
    if (settings.inbox?.notify_email !== email) return false;
    if (settings.inbox.notify_email_confirmed === true) return true;
    const confirmed = { ...settings, inbox: { ...settings.inbox, notify_email_confirmed: true } };
    try {
      await changeProject(
        context,
        { ...author, operator: { kind: 'service' } },
        {
          project,
          version,
          action: 'settings.confirm_notify_email',
          target: project.id,
          steps: [context.projectsStore.setStep(project.store, { settings: JSON.stringify(confirmed) })],
        },
      );
      return true;
    } catch (error) {
      if (!isNotApplied(error, 'version')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many changes of this project at once. Try again.');
}
