import type { TestProject } from './start-test-server.ts';

export interface TestRun {
  readonly id: string;
  readonly trigger: string;
  readonly status: string;
  readonly caller: string;
  readonly scheduled_for: string | null;
  readonly delivery_id?: string;
  readonly job_id?: string;
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly payload: unknown;
  readonly log: readonly { readonly level: string; readonly message: string }[];
}

/** Deploys a function, by default an `http` one; throws when the API refuses it. */
export async function deploy(
  project: TestProject,
  name: string,
  source: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const json = { trigger: 'http', source, ...options };
  const answer = await project.cloudApi(`/functions/${name}`, { method: 'PUT', json });
  if (answer.status >= 300) throw new Error(`Deploying ${name} gave ${answer.status}: ${answer.text}`);
}

/** The newest runs of a function, with all details. */
export async function runsOf(project: TestProject, name: string, query = ''): Promise<TestRun[]> {
  const listed = await project.cloudApi<{ data: { id: string }[] }>(`/functions/${name}/runs${query}`);
  if (listed.status !== 200) throw new Error(`Listing runs gave ${listed.status}: ${listed.text}`);
  const whole = listed.body.data.map(({ id }) => project.cloudApi<{ data: TestRun }>(`/functions/${name}/runs/${id}`));
  return (await Promise.all(whole)).map(({ body }) => body.data);
}
