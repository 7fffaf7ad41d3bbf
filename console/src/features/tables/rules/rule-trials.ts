import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { api, dataOf } from '../../../shared/api/client.ts';
import { RULE_ACTIONS, type RuleAction, type Rules } from '../column-types.ts';

export interface Trial {
  readonly action: RuleAction;
  readonly allowed: boolean;
  readonly reason: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly rows?: number;
  readonly sample?: readonly Readonly<Record<string, unknown>>[];
  readonly exists?: readonly { readonly table: string; readonly held: boolean | null }[];
}

export interface TrialRequest {
  readonly project: string;
  readonly table: string;
  /** The id of a user; null is a visitor without an account. */
  readonly as: string | null;
  /** A draft; undefined tries the saved rules. */
  readonly rules?: Rules | undefined;
  readonly sample?: number;
  readonly rowId?: string | undefined;
}

export async function tryActions(
  tried: TrialRequest,
  actions: readonly RuleAction[] = RULE_ACTIONS,
): Promise<readonly Trial[]> {
  return await Promise.all(actions.map((action) => tryAction(tried, action)));
}

/** Counts an action that is allowed for no row, or not for rows like the newest, as denied, with the reason. */
export async function explainActions(tried: TrialRequest): Promise<readonly Trial[]> {
  const rowId = await newestRowId(tried);
  const trials = await tryActions(tried);
  if (rowId === undefined) return trials;
  return await Promise.all(
    trials.map(async (trial) => {
      const isUnclear = trial.allowed && (trial.rows ?? 0) === 0;
      return isUnclear ? { ...trial, ...(await tryAction({ ...tried, rowId }, trial.action)) } : trial;
    }),
  );
}

async function newestRowId({ project, table }: TrialRequest): Promise<string | undefined> {
  const query = { limit: 1, order: 'created_at:desc', count: 'none' } as const;
  const params = { path: { project_id: project, table }, query };
  const [row] = await dataOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params }));
  return row === undefined ? undefined : String((row as Readonly<Record<string, unknown>>)['id']);
}

async function tryAction(
  { project, table, as, rules, sample, rowId }: TrialRequest,
  action: RuleAction,
): Promise<Trial> {
  const params = { path: { project_id: project, name: table } };
  const isSampled = sample !== undefined && action === 'read';
  const body = {
    action,
    as,
    ...(rules !== undefined && { rules }),
    ...(rowId !== undefined && { row_id: rowId }),
    count: action !== 'create' && rowId === undefined,
    ...(isSampled && { sample }),
  };
  const verdict = await dataOf(api.POST('/api/cloud/projects/{project_id}/tables/{name}/rules/test', { params, body }));
  return { ...(verdict as Omit<Trial, 'action'>), action };
}

export interface Person {
  readonly name: string;
  readonly as: string | null;
}

export const VISITOR: Person = { name: 'a visitor', as: null };

export async function samplePeople(project: string, count: number): Promise<readonly Person[]> {
  const params = { path: { project_id: project }, query: { limit: count } };
  const users = await dataOf(api.GET('/api/cloud/projects/{project_id}/users', { params }));
  return [VISITOR, ...users.map(personOf)];
}

export async function findPerson(project: string, id: string): Promise<Person | undefined> {
  try {
    const params = { path: { project_id: project, user_id: id } };
    return personOf(await dataOf(api.GET('/api/cloud/projects/{project_id}/users/{user_id}', { params })));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}

function personOf({ id, email }: { readonly id: string; readonly email: string | null }): Person {
  return { name: email ?? id, as: id };
}
