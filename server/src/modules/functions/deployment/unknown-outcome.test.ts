import { expect, test } from 'vitest';
import type { Project } from '../../../callers/index.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { functionsSubject } from '../definitions/function-sets.ts';
import { deleteFunction } from './delete-function.ts';
import type { DeploymentContext } from './deployment-context.ts';
import { saveFunction } from './save-function.ts';

const project = { store: 'p_one' } as unknown as Project;
const lost = new Error('the connection to the database broke off');

/** A database whose connection breaks off at the commit. */
function losing(): { readonly context: DeploymentContext; readonly announced: readonly string[] } {
  const announced: string[] = [];
  const context = {
    templates: new Map(),
    database: { write: () => Promise.reject(lost) },
    feed: { announce: (subject: string) => void announced.push(subject) },
    functionsStore: { find: async () => ({}), saveStep: () => ({}), deleteStep: () => ({}) },
    versionsStore: { deleteAllStep: () => ({}) },
    jobsStore: { isAnyLeft: async () => false },
    clock: systemClock,
    plan: { steps: async () => [] },
  } as unknown as DeploymentContext;
  return { context, announced };
}

test('when the outcome of a replacement is unknown, the function is read again', async () => {
  const { context, announced } = losing();
  const change = () => ({ after: {} as FunctionDefinition, steps: [] });
  await expect(saveFunction(context, project, 'one', change)).rejects.toBe(lost);
  expect(announced).toEqual([functionsSubject('p_one')]);
});

test('when the outcome of a deletion is unknown, the function is read again', async () => {
  const { context, announced } = losing();
  const deleting = deleteFunction(context, {} as AuditAuthor, { project, name: 'one', seen: undefined });
  await expect(deleting).rejects.toBe(lost);
  expect(announced).toEqual([functionsSubject('p_one')]);
});
