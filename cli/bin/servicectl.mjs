#!/usr/bin/env node
import { existsSync } from 'node:fs';

// In a checkout, builds the command again when a source has changed. A package has only the built files.
if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { buildWhenStale } = await import('../build.mjs');
  await buildWhenStale();
}
await import('../dist/servicectl.mjs');
