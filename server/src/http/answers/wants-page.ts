import type { Call } from '../route.ts';

/** Whether a browser navigates to a page, as opposed to a request for one of its resources or of a program. */
export function wantsPage({ headers }: Pick<Call, 'headers'>): boolean {
  return headers.accept?.toLowerCase().includes('text/html') === true;
}
