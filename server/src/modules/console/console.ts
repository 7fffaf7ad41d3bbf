import type { Route } from '../../http/index.ts';
import { openBuiltFiles } from './built-files.ts';
import { consoleRoutes } from './routes.ts';

export interface ConsolePages {
  readonly routes: readonly Route[];
}

export function createConsole(): ConsolePages {
  return { routes: consoleRoutes(openBuiltFiles()) };
}
