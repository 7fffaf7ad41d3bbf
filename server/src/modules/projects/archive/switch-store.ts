import type { Project } from '../../../callers/index.ts';
import type { PlainStep, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { DOMAINS_SUBJECT } from '../app-domains.ts';
import { goneSubject, type ProjectsContext, projectSubject } from '../projects-context.ts';
import type { RestoredSettings } from './restored-settings.ts';
import type { SavedKey } from './settings-document.ts';
import { moveSteps } from './store-tables.ts';

export interface StoreSwitch {
  readonly project: Project;
  readonly to: StoreName;
  readonly restored: RestoredSettings;
  readonly keys: { readonly publicKey: string; readonly keys: readonly SavedKey[] } | undefined;
  readonly steps: readonly PlainStep[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** Switches in one transaction and drops the old store later. Throws `duplicate` when keys are in use elsewhere. */
export async function switchStore(context: ProjectsContext, author: AuditAuthor, change: StoreSwitch): Promise<void> {
  const { project, to, restored, keys, steps, details } = change;
  const { store: from } = project;
  // The account that restores keys becomes their maker, whose rights limit them.
  const maker = author.operator.kind === 'account' ? author.operator.accountId : null;
  const { database, projectsStore, keysStore, domainsStore, audit, feed } = context;
  const row = { settings: JSON.stringify(restored.settings), allowed_origins: JSON.stringify(restored.allowedOrigins) };
  try {
    await database.write('control', [
      projectsStore.touchStep(from, isoTime(context.clock.now())),
      projectsStore.switchStep(from, to, keys === undefined ? row : { ...row, public_key: keys.publicKey }),
      ...(keys === undefined
        ? [keysStore.moveStep(from, to)]
        : [
            keysStore.deleteAllStep(from),
            ...keys.keys.map((key) =>
              keysStore.insertStep({ prefix: null, ...key, store: to, token_id: null, created_by: maker }),
            ),
          ]),
      ...domainsStore.moveSteps(from, to),
      ...domainsStore.claimSteps(to, restored.domains, context.clock.now()),
      ...steps,
      ...moveSteps(database, from, to),
      audit.step(author, {
        project: { id: project.id, store: to },
        action: 'project.restore',
        target: project.id,
        details,
      }),
      ...feed.steps(projectSubject(from)),
      ...feed.steps(goneSubject(from)),
      ...feed.steps(DOMAINS_SUBJECT),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'project')) throw new ServiceError('project_not_found', 'There is no such project.');
    if (isDatabaseFailure(error, 'unique_violation')) throw keysTaken(error);
    throw error;
  }
  await context.appDomains.reload();
}

function keysTaken(cause: unknown): ServiceError {
  const message = 'Keys of the archive belong to another project here. Restore it with keys=own.';
  return new ServiceError('duplicate', message, { cause });
}
