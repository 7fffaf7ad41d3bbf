import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['server/test/engines/global-setup.ts'],
    include: [
      'server/**/*.test.ts',
      'packages/**/*.test.ts',
      'cli/**/*.test.ts',
      'e2e/**/*.test.ts',
      'bench/**/*.test.ts',
      'console/src/**/*.test.{ts,tsx}',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
