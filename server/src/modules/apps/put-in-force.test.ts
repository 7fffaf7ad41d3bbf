import { expect, test } from 'vitest';
import type { StoreName } from '../../database/database.ts';
import { type AppsContext, putInForce, storeOfApp } from './apps-context.ts';

test('an app that may have been replaced is read anew, although nobody knows whether it was', async () => {
  const store = 'p_one' as StoreName;
  const lost = new Error('the connection to the database broke off');
  const told: (string | undefined)[] = [];
  const context = {
    database: { write: () => Promise.reject(lost) },
    feed: { announce: (subject: string) => void told.push(storeOfApp(subject)) },
    functions: {
      committed: (of: StoreName, written: Promise<unknown>) => written.finally(() => told.push(`functions of ${of}`)),
    },
  } as unknown as AppsContext;
  await expect(putInForce(context, store, [])).rejects.toBe(lost);
  expect(told).toEqual(['functions of p_one', store]);
});
