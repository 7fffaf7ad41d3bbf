import { defineConfig } from 'vitest/config';

/** Behind `npm run test:pgbouncer`: the service with PostgreSQL behind a real PgBouncer in transaction mode. */
export default defineConfig({
  test: {
    globalSetup: ['server/test/engines/pooled-setup.ts'],
    include: [
      'server/src/database/postgres/{conformance,isolation,counts,table-changes,tables-on-first-use,pooler}.test.ts',
      'server/src/database/postgres/{connection-pools,writes}.test.ts',
      'server/src/modules/{rows,auth,databases,jobs,webhooks,backup}/**/*.test.ts',
    ],
    exclude: ['**/*.crash.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
