import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { parseSearch, searchText } from '../shared/address/search-text.ts';
import { NotFound } from '../shared/page/not-found.tsx';
import { BrokenPage } from './broken-page.tsx';
import { PlainFrame } from './frame/plain-frame.tsx';
import { ProjectFrame } from './frame/project-frame.tsx';
import { SignedInFrame } from './frame/signed-in-frame.tsx';
import { openPages, ownPages, type PageEntry, projectPages } from './pages.ts';

const root = createRootRoute({ notFoundComponent: NotFound });

const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainFrame });
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInFrame });
const project = createRoute({ getParentRoute: () => signedIn, path: '/p/$project', component: ProjectFrame });

function routesOf(parent: typeof plain | typeof signedIn | typeof project, pages: readonly PageEntry[]) {
  return pages.map(({ path, component }) => createRoute({ getParentRoute: () => parent, path, component }));
}

const nothing = (parent: typeof signedIn | typeof project) =>
  createRoute({ getParentRoute: () => parent, path: '$', component: NotFound });

const routeTree = root.addChildren([
  plain.addChildren(routesOf(plain, openPages)),
  signedIn.addChildren([
    ...routesOf(signedIn, ownPages),
    project.addChildren([...routesOf(project, projectPages), nothing(project)]),
    nothing(signedIn),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  trailingSlash: 'preserve',
  parseSearch,
  stringifySearch: searchText,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
});
