import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

export interface PageEntry {
  readonly path: string;
  /** A file of its own, fetched when the page is first wanted. */
  readonly component: RouteComponent;
}

/** For everybody. */
export const openPages: readonly PageEntry[] = [
  { path: '/setup', component: lazyRouteComponent(() => import('../features/sign-in/setup-page.tsx'), 'SetupPage') },
  {
    path: '/sign-in',
    component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
  },
  { path: '/invite', component: lazyRouteComponent(() => import('../features/sign-in/invite-page.tsx'), 'InvitePage') },
];

/** For whoever is signed in. */
export const ownPages: readonly PageEntry[] = [
  { path: '/', component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage') },
];

/** Below `p/:id`. */
export const projectPages: readonly PageEntry[] = [];
