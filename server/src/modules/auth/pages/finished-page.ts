import type { Project } from '../../../callers/index.ts';
import { type Answer, pageAnswer, paragraph } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { findRedirect } from '../redirect-target.ts';

export function finishedPage(
  context: AuthContext,
  project: Project,
  { title, text, redirectTo }: { title: string; text: string; redirectTo: string | null },
): Answer {
  const target = leadsTo(context, project, redirectTo);
  const page = pageAnswer({ status: 200, appName: project.name, title, body: paragraph(text) });
  if (target === undefined) return page;
  return { ...page, status: 303, headers: { ...page.headers, Location: target } };
}

/** Checks the target again, because the owner may have removed its origin meanwhile. */
export function leadsTo(context: AuthContext, project: Project, redirectTo: string | null): string | undefined {
  return redirectTo === null ? undefined : findRedirect(context, project, redirectTo);
}

export function deadLinkPage(project: Project, error: unknown): Answer {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_token') throw error;
  const text = 'It was used, is too old, or a newer one was sent. Ask for another one in the app.';
  const title = 'This link is no longer valid';
  return pageAnswer({ status: 400, appName: project.name, title, body: paragraph(text) });
}
