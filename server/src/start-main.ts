import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 26;

// This file uses only syntax that older versions support, so that they can print this message.
if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
  process.stderr.write(`The service needs Node ${NODE_MIN} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

// The entry of the bundle. V8's compiled code is cached next to it for the next start; if that folder is not writable, nothing is cached.
module.enableCompileCache(fileURLToPath(new URL('compiled/', import.meta.url)));
await import('./main.ts');
