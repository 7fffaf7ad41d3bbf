import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/bundlers/*.slow.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
});
