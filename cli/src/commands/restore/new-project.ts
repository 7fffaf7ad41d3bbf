import { path } from '../../api/path.ts';
import { type Flags, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import type { Result } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';
import type { Project } from '../project/projects.ts';
import type { Target } from './send-restore.ts';

export interface NewProject {
  readonly name: string;
  readonly id: string | undefined;
}

export function requireNewProject(flags: Flags): NewProject | undefined {
  const [name, id] = [text(flags, 'new'), text(flags, 'id')];
  if (name === undefined && id !== undefined) throw wrongUse('--id goes with --new.');
  return name === undefined ? undefined : { name, id: id === undefined ? undefined : requireProjectId(id, '--id') };
}

interface NewTarget extends Target {
  readonly publicKey: string;
}

interface ProjectFilling {
  readonly isKept: boolean;
  fill(target: NewTarget): Promise<Result>;
}

/** Creates a project and fills it; deletes the project when filling fails. */
export async function intoNewProject(
  context: Context,
  made: NewProject,
  { isKept, fill }: ProjectFilling,
): Promise<Result> {
  const api = await context.api();
  const json = { name: made.name, ...(made.id !== undefined && { id: made.id }) };
  const { id, public_key } = (await api.call<Project>('/api/cloud/projects', { method: 'POST', json })).data;
  const base = path`/api/cloud/projects/${id}`;
  let isFilled = false;
  try {
    const result = await fill({ api, base, project: id, publicKey: public_key });
    isFilled = true;
    return result;
  } finally {
    if (!isFilled || !isKept) await remove(context, base, id);
  }
}

/** Reports a failed deletion as a note, so that the original failure stays visible. */
async function remove(context: Context, base: string, id: string): Promise<void> {
  try {
    await (await context.lastApi()).call(base, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.output.note(`The new project ${id} could not be deleted: ${error.message}`);
  }
}
