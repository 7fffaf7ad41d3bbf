import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import { storeOf } from '../../../test/store-of.ts';
import { findOwner } from './find-owner.ts';
import { createKeysStore } from './keys-store.ts';
import { createProjectCache } from './project-cache.ts';
import { createProjectsStore } from './projects-store.ts';

test('the project of a store is found as soon as another process has restored it into that store', async () => {
  await using server = await startTestServer();
  const { database } = server;
  const { id } = await server.createProject();
  const projectsStore = createProjectsStore(database);
  const context = { projectsStore, cache: createProjectCache(projectsStore, createKeysStore(database)) };
  const before = await storeOf(database, id);
  expect(await findOwner(context, before)).toMatchObject({ id });
  const restored = `p_${'1'.repeat(32)}` as const;
  await database.write('control', [projectsStore.switchStep(before, restored, {})]);
  expect(await findOwner(context, restored)).toMatchObject({ id, store: restored });
  expect(await findOwner(context, before)).toBeUndefined();
});
