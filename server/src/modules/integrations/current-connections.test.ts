import { expect, test } from 'vitest';
import type { StoreName } from '../../database/database.ts';
import { createCurrentConnections } from './current-connections.ts';
import { integrationsSubject } from './integrations-subject.ts';
import type { Connection, IntegrationKind } from './providers/connection.ts';

function createScene() {
  const reads: string[] = [];
  const listeners: ((subject: string) => void)[] = [];
  let provider = 'first';
  let begun = (): void => undefined;
  const find = async (store: StoreName, kind: IntegrationKind): Promise<Connection> => {
    reads.push(`${store} ${kind}`);
    const read = { kind, provider, options: {}, credentials: {}, createdAt: '', updatedAt: '' };
    await Promise.resolve();
    begun();
    return read;
  };
  const current = createCurrentConnections({ find }, { subscribe: (listener) => void listeners.push(listener) });
  const providerOf = async (store: StoreName, kind: IntegrationKind) => (await current.find(store, kind))?.provider;
  const announce = (store: StoreName): void => {
    for (const listener of listeners) listener(integrationsSubject(store));
  };
  return {
    reads,
    current,
    providerOf,
    announce,
    change: (next: string) => {
      provider = next;
    },
    onceBegun: (work: () => void) => {
      begun = () => {
        begun = () => undefined;
        work();
      };
    },
  };
}

test('a connection is read once, until the feed announces a change or the project is deleted', async () => {
  const { reads, current, providerOf, announce, change } = createScene();
  for (const store of ['p_one', 'p_two'] as const)
    for (const kind of ['email', 'ai', 'email'] as const) expect(await providerOf(store, kind)).toBe('first');
  expect(reads).toEqual(['p_one email', 'p_one ai', 'p_two email', 'p_two ai']);
  change('second');
  announce('p_one');
  expect(await providerOf('p_one', 'email')).toBe('second');
  expect(await providerOf('p_one', 'ai')).toBe('second');
  expect(await providerOf('p_two', 'email')).toBe('first');
  current.forget('p_two');
  expect(await providerOf('p_two', 'email')).toBe('second');
});

test('a connection read before a change is not kept, even if the change arrives during the read', async () => {
  const { providerOf, announce, change, onceBegun } = createScene();
  onceBegun(() => {
    change('second');
    announce('p_one');
  });
  await providerOf('p_one', 'email');
  expect(await providerOf('p_one', 'email')).toBe('second');
});
