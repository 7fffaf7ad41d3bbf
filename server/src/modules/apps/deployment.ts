import { type Static, Type } from 'typebox';
import { ServiceError } from '../../platform/errors.ts';

export interface Deployment {
  readonly id: string;
  readonly number: number;
  readonly files: number;
  readonly sizeBytes: number;
  readonly functions: readonly string[];
  /** Names of the files below `webhook/` that handle webhook requests. */
  readonly webhooks: readonly string[];
  readonly createdAt: string;
}

const names = Type.Array(Type.String());
const changes = Type.Object({ added: names, changed: names, removed: names });

export const deploymentChanges = Type.Object({ files: changes, functions: changes, webhooks: changes });
export type DeploymentChanges = Static<typeof deploymentChanges>;

export const deploymentRecord = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  active: Type.Boolean({ description: 'Whether this deployment is the one being served.' }),
  url: Type.String({ description: 'The address of the app.' }),
  files: Type.Integer({ description: 'The number of files below dist/.' }),
  size_bytes: Type.Integer(),
  functions: Type.Array(Type.String()),
  webhooks: Type.Array(Type.String(), { description: 'The handlers, at /webhook/<file_name>.' }),
  created_at: Type.String({ format: 'date-time' }),
});

export function presentDeployment(deployment: Deployment, shown: { readonly active: boolean; readonly url: string }) {
  const { id, number, files, sizeBytes, functions, webhooks, createdAt } = deployment;
  return { id, number, ...shown, files, size_bytes: sizeBytes, functions, webhooks, created_at: createdAt };
}

export function deploymentNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such deployment.');
}
