import type { Route } from '../../http/index.ts';
import { openBuiltFiles } from './built-files.ts';
import { consoleRoutes } from './routes.ts';

export interface ConsolePages {
  readonly routes: readonly Route[];
}

/** The built console, served from the same origin as the API that it asks. */
export function createConsole(): ConsolePages {
  return { routes: consoleRoutes(openBuiltFiles()) };
}
