import { buildBundles } from './bundle.ts';
import { buildConsole } from './console.ts';

await Promise.all([buildBundles(), buildConsole()]);
