import { defineConfig } from 'vitest/config';

/**
 * Behind `npm run test:s3`: the service with an object store, in buckets of the store that `OBJECT_STORE_URL` names.
 */
export default defineConfig({
  test: {
    globalSetup: ['server/test/engines/global-setup.ts'],
    include: [
      'server/src/blobs/s3/*.s3.ts',
      'server/src/blobs/s3/*.test.ts',
      'server/src/modules/storage/download/object-store.test.ts',
      'server/src/modules/backup/stored/stored-backups.test.ts',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
