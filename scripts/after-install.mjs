// @ts-check
// Plain JavaScript, because npm runs it on the machine's own Node.
import { readdirSync, rmSync } from 'node:fs';

/** The package of Node brings 67 MB of C++ headers for native add-ons. Nothing here compiles any. */
const NODE = new URL('../node_modules/node/node_modules/', import.meta.url);

for (const name of namesIn(NODE)) rmSync(new URL(`${name}/include/`, NODE), { recursive: true, force: true });

/** @param {URL} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('node-'));
  } catch {
    // Another Node may be linked here, or none was installed.
    return [];
  }
}
