// @ts-check
// Plain JavaScript like stale.mjs: taking the types out of a source costs every start 50 ms.
import { fileURLToPath } from 'node:url';
import { isConsoleStale, isServiceStale } from './stale.mjs';

const MAIN_BUNDLE = new URL('../dist/main.mjs', import.meta.url);

const isBuilt = await buildWhatIsStale();
// The service replaces this process, which frees the build's memory. Where that fails, loads the bundle here.
if (isBuilt && process.execve !== undefined && process.platform !== 'win32') {
  process.execve(
    process.execPath,
    [process.execPath, fileURLToPath(MAIN_BUNDLE), ...process.argv.slice(2)],
    process.env,
  );
}
await import(MAIN_BUNDLE.href);

async function buildWhatIsStale() {
  const [service, page] = [isServiceStale(), isConsoleStale()];
  if (!service && !page) return false;
  const stop = () => process.exit(0);
  process.once('SIGTERM', stop);
  const [{ buildBundles }, { buildConsole }] = await Promise.all([import('./bundle.ts'), import('./console.ts')]);
  await Promise.all([service && buildBundles(), page && buildConsole()]);
  process.off('SIGTERM', stop);
  return true;
}
