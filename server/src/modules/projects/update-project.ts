import type { Answer, MemberCall } from '../../http/index.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { validationFailed } from '../../platform/errors.ts';
import { requireOrigins } from './project-policy.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';
import { getProject } from './read-projects.ts';

export interface ProjectPatch {
  readonly name?: string;
  readonly allowed_origins?: readonly string[];
}

export async function updateProject(
  context: ProjectsContext,
  call: MemberCall<unknown, ProjectPatch>,
): Promise<Answer> {
  const { name, allowed_origins: origins } = call.body;
  if (name === undefined && origins === undefined) throw validationFailed({ body: 'must change something' });
  const change = {
    ...(name === undefined ? {} : { name: requireDisplayName(name) }),
    ...(origins === undefined ? {} : { allowed_origins: requireOrigins(origins) }),
  };
  const { allowed_origins: list, ...rest } = change;
  const row = list === undefined ? rest : { ...rest, allowed_origins: JSON.stringify(list) };
  await changeProject(context, call, {
    project: call.project,
    action: 'project.update',
    target: call.project.id,
    details: change,
    steps: [context.projectsStore.setStep(call.project.store, row)],
  });
  return await getProject(context, call);
}
