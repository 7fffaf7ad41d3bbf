import type { Route } from '../../http/index.ts';
import { openPages } from './pages.ts';
import { docsRoutes } from './routes.ts';

export interface DocsOptions {
  readonly addresses: { readonly publicUrl: string };
}

export interface Docs {
  readonly routes: readonly Route[];
}

/** The documentation that users and operators need: for people as pages, for programs as text. */
export function createDocs({ addresses }: DocsOptions): Docs {
  return { routes: docsRoutes(openPages(), () => addresses.publicUrl) };
}
