import type { Project } from '../../../callers/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { type FunctionDefinition, functionNotFound } from '../definitions/function-definition.ts';
import { recordChange } from '../definitions/record-change.ts';
import type { VersionSummary } from '../definitions/versions-store.ts';
import type { DeploymentContext } from './deployment-context.ts';
import { saveFunction } from './save-function.ts';

export async function rollBack(
  context: DeploymentContext,
  author: AuditAuthor,
  { project, name, version }: { project: Project; name: string; version: number | undefined },
): Promise<FunctionDefinition> {
  const { after } = await saveFunction(context, project, name, async ({ definition }) => {
    if (definition === undefined) throw functionNotFound();
    const wanted = requireVersion(definition, await context.versionsStore.list(project.store, name), version);
    const now = isoTime(context.clock.now());
    const steps = [context.versionsStore.requireStep(wanted.id)];
    const chosen = { versionId: wanted.id, version: wanted.version, revision: definition.revision + 1 };
    return { after: { ...definition, ...chosen, updatedAt: now, deployedAt: now }, steps };
  });
  const details = { version: after.version };
  await recordChange(context, author, { project, action: 'function.rollback', target: name, details });
  return after;
}

function requireVersion(
  { version: current }: FunctionDefinition,
  versions: readonly VersionSummary[],
  wanted: number | undefined,
): VersionSummary {
  const found = versions.find(({ version }) => (wanted === undefined ? version < current : version === wanted));
  if (found !== undefined) return found;
  const kept = versions.map(({ version }) => version).join(', ');
  throw validationFailed({
    version: wanted === undefined ? 'has no earlier stored version' : `must be a stored version: ${kept}`,
  });
}
