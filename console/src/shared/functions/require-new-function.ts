import { ApiFailure } from '../api/api-failure.ts';
import { answerOf, api } from '../api/client.ts';

/** Throws `ApiFailure` for the field `name` when the project has a function of this name, which would be replaced. */
export async function requireNewFunction(projectId: string, name: string): Promise<void> {
  const params = { path: { project_id: projectId }, query: { search: name, limit: 1000 } };
  const { data } = await answerOf(api.GET('/api/cloud/projects/{project_id}/functions', { params }));
  if (!data.some((found) => found.name === name)) return;
  const problem = 'is the name of a function that exists';
  const details = { fields: { name: problem } };
  throw new ApiFailure(409, { error: `'${name}' ${problem}.`, code: 'duplicate', details });
}
