import { fileURLToPath } from 'node:url';
import { buildBundles, isStale, MAIN_BUNDLE } from './bundle.ts';
import { buildConsole, isConsoleStale } from './console.ts';

// Nothing runs yet that would have to be ended with care.
const stop = (): never => process.exit(0);
process.once('SIGTERM', stop);
const [isServiceStale, isPageStale] = await Promise.all([isStale(), isConsoleStale()]);
await Promise.all([isServiceStale && buildBundles(), isPageStale && buildConsole()]);

// The service takes this process over, with its id and its signals, and without what building has left in memory.
// Where the system has no such call the bundle runs beside it.
if (process.execve !== undefined && process.platform !== 'win32') {
  const bundle = fileURLToPath(MAIN_BUNDLE);
  process.execve(process.execPath, [process.execPath, bundle, ...process.argv.slice(2)], process.env);
}
process.off('SIGTERM', stop);
await import(MAIN_BUNDLE.href);
