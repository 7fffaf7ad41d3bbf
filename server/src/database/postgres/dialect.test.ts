import { expect, test } from 'vitest';
import { createPostgresDialect } from './dialect.ts';

test('triggers on other nodes of a cluster see the depth of a change, because SET LOCAL sets it there', () => {
  const { setChangeDepth } = createPostgresDialect({ foldCollation: undefined });
  expect(setChangeDepth.at(-1)).toMatch(
    /set_config\('citus\.propagate_set_commands', 'local', true\);[\s\S]*SET LOCAL service\.change_depth = /,
  );
});
