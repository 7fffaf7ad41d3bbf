import { buildBundles, isStale, MAIN_BUNDLE } from './bundle.ts';

if (await isStale()) await buildBundles();
await import(MAIN_BUNDLE.href);
