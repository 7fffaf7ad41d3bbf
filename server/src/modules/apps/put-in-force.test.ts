import { expect, test } from 'vitest';
import type { StoreName } from '../../database/database.ts';
import { type AppsContext, putInForce, storeOfApp } from './apps-context.ts';

test('when the outcome of a commit is unknown, the app is read again', async () => {
  const store = 'p_one' as StoreName;
  const lost = new Error('the connection to the database broke off');
  const announced: (string | undefined)[] = [];
  const context = {
    database: { write: () => Promise.reject(lost) },
    feed: { announce: (subject: string) => void announced.push(storeOfApp(subject)) },
    functions: {
      committed: (of: StoreName, written: Promise<unknown>) =>
        written.finally(() => announced.push(`functions of ${of}`)),
    },
  } as unknown as AppsContext;
  await expect(putInForce(context, store, [])).rejects.toBe(lost);
  expect(announced).toEqual(['functions of p_one', store]);
});
