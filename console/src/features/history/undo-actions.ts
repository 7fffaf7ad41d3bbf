import { answerOf, api, asTyped, type BodyOf, dataOf } from '../../shared/api/client.ts';
import type { OtherChange } from './history-queries.ts';

export type Undo = () => Promise<unknown>;

/** Undefined if the entry cannot be undone, or if a newer entry changes the same thing and must be undone first. */
export function undoOf(project: string, change: OtherChange, newer: readonly OtherChange[]): Undo | undefined {
  if (newer.some((other) => overlaps(other, change))) return undefined;
  const { action, target, details } = change;
  const before = details['before'];
  if (action === 'settings.update' && isObject(before)) return () => putSettings(project, before);
  if (action === 'table.update' && isObject(before)) return () => putTable(project, target, before);
  const version = Number(details['version']);
  if (action === 'function.deploy' && version > 1) return () => rollBackFunction(project, target, version - 1);
  const number = Number(details['number']);
  if (action === 'deployment.create' && number > 1) return () => rollBackApp(project, number - 1);
  return undefined;
}

/** Each deployment or version builds on the one before it; settings and rules overlap if they have a name in common. */
function overlaps(one: OtherChange, other: OtherChange): boolean {
  if (one.action.split('.')[0] !== other.action.split('.')[0]) return false;
  if (one.action.startsWith('deployment.')) return true;
  if (one.target !== other.target) return false;
  if (one.action === 'table.update') return isObject(one.details['rules']);
  if (one.action !== 'settings.update') return one.action !== 'function.run';
  const names = (change: OtherChange): readonly unknown[] => {
    const { changed } = change.details;
    return Array.isArray(changed) ? changed : [];
  };
  return names(one).some((name) => names(other).includes(name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function putSettings(project: string, before: object): Promise<unknown> {
  const params = { path: { project_id: project } };
  const body = asTyped<BodyOf<'updateSettings'>>(before);
  return answerOf(api.PATCH('/api/cloud/projects/{project_id}/settings', { params, body }));
}

function putTable(project: string, name: string, before: object): Promise<unknown> {
  const params = { path: { project_id: project, name } };
  const body = asTyped<BodyOf<'alterTable'>>(before);
  return answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, body }));
}

function rollBackFunction(project: string, name: string, version: number): Promise<unknown> {
  const params = { path: { project_id: project, name } };
  return answerOf(
    api.POST('/api/cloud/projects/{project_id}/functions/{name}/rollback', { params, body: { version } }),
  );
}

async function rollBackApp(project: string, number: number): Promise<unknown> {
  const path = { project_id: project };
  const all = await dataOf(api.GET('/api/cloud/projects/{project_id}/deployments', { params: { path } }));
  const earlier = all.find((deployment) => deployment.number === number);
  if (earlier === undefined) throw new Error('The earlier deployment is not kept any more.');
  const params = { path: { ...path, deployment_id: earlier.id } };
  return await answerOf(api.POST('/api/cloud/projects/{project_id}/deployments/{deployment_id}/rollback', { params }));
}
