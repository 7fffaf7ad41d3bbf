import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 26;

// Only what older versions read too stands in this file, so that they come as far as this sentence.
if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
  process.stderr.write(`The service needs Node ${NODE_MIN} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

// The entry of the bundle: what V8 has compiled is kept beside it for the next start. Where that folder cannot be written, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('compiled/', import.meta.url)));
await import('./main.ts');
