import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['server/test/engines/global-setup.ts'],
    include: ['server/test/crash/*/*.crash.ts', 'e2e/*.crash.ts', 'e2e/attacks/*.crash.ts', 'e2e/cluster/*.crash.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
