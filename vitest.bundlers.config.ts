import { defineConfig } from 'vitest/config';

/** Behind `npm run test:bundlers`: an app for each bundler, installed from the registry and from our tarballs. Minutes long. */
export default defineConfig({
  test: {
    include: ['e2e/bundlers/*.slow.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
});
