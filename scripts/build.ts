import { buildBundles } from './bundle.ts';

await buildBundles();
