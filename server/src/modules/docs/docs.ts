import type { Route } from '../../http/index.ts';
import { openPages } from './pages.ts';
import { docsRoutes } from './routes.ts';

export interface DocsOptions {
  readonly addresses: { readonly publicUrl: string };
}

export interface Docs {
  readonly routes: readonly Route[];
}

export function createDocs({ addresses }: DocsOptions): Docs {
  return { routes: docsRoutes(openPages(), () => addresses.publicUrl) };
}
