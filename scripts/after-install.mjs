// @ts-check
// Plain JavaScript, because npm runs it on the machine's own Node.
import { readdirSync, rmSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const PACKAGES = new URL('node_modules/', ROOT);

/** Second builds of packages that are only loaded by `import`, and the sources of their builds. */
const UNREAD = ['@mantine/core/cjs', '@mantine/hooks/cjs', 'stripe/cjs', 'zod/src'];

/** The package of Node brings 67 MB of C++ headers for native add-ons. Nothing here compiles any. */
const headers = namesIn('node/node_modules/')
  .filter((name) => name.startsWith('node-'))
  .map((name) => `node/node_modules/${name}/include`);

/** Builds for newer JavaScript, which bundlers take only when they are told to. */
const telemetry = namesIn('@opentelemetry/').map((name) => `@opentelemetry/${name}/build/esnext`);

for (const folder of [...headers, ...telemetry, ...UNREAD]) {
  rmSync(new URL(`${folder}/`, PACKAGES), { recursive: true, force: true });
}
for (const folder of ['', 'server/', 'console/', 'cli/']) deleteMaps(new URL(`${folder}node_modules/`, ROOT));

/**
 * Source maps are for debuggers: nothing here debugs packages in their sources. They are 37 MB.
 * @param {URL} folder
 */
function deleteMaps(folder) {
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) deleteMaps(new URL(`${encodeURIComponent(entry.name)}/`, folder));
    else if (entry.name.endsWith('.map')) rmSync(new URL(encodeURIComponent(entry.name), folder), { force: true });
  }
}

/** @param {string} folder */
function namesIn(folder) {
  return entriesOf(new URL(folder, PACKAGES)).map(({ name }) => name);
}

/** @param {URL} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Another Node may be linked here, or a workspace has no packages of its own.
    return [];
  }
}
