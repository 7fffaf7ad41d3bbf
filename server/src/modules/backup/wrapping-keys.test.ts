import { expect, test } from 'vitest';
import { createWrappingKeys } from './wrapping-keys.ts';

const COST = { m: 1024, t: 1, p: 1 };

test('archives made in a row with one passphrase share a derived key, and each opens by its salt', async () => {
  const here = createWrappingKeys(COST);
  const [first, second] = [await here.forNewArchive('a passphrase'), await here.forNewArchive('a passphrase')];
  const other = await here.forNewArchive('another one');
  expect(second).toEqual(first);
  expect(other.salt).not.toEqual(first.salt);
  const there = createWrappingKeys(COST);
  expect(await there.of('a passphrase', first.salt)).toEqual(first.key);
  expect(await there.of('another one', first.salt)).not.toEqual(first.key);
  expect(await there.of('another one', other.salt)).toEqual(other.key);
});

test('each installation starts with its own salt', async () => {
  const salts = [createWrappingKeys(COST), createWrappingKeys(COST)].map(
    async (keys) => (await keys.forNewArchive('one')).salt,
  );
  expect(await salts[0]).not.toEqual(await salts[1]);
});
