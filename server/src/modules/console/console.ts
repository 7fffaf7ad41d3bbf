import type { Route } from '../../http/index.ts';
import { openBuiltFiles } from './built-files.ts';
import { type FrontPageOptions, frontPageRoute } from './front-page.ts';
import { consoleRoutes } from './routes.ts';

export interface ConsolePages {
  readonly routes: readonly Route[];
}

export function createConsole(options: FrontPageOptions): ConsolePages {
  return { routes: [frontPageRoute(options), ...consoleRoutes(openBuiltFiles())] };
}
