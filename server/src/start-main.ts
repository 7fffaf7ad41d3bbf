import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The entry of the bundle: what V8 has compiled is kept beside it for the next start. Where that folder cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('compiled/', import.meta.url)));
await import('./main.ts');
