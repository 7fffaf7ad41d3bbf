import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import type { TemplateKind, TemplateValues } from '../../mail/templates/index.ts';
import type { AuthContext } from './auth-context.ts';

export interface UserMail extends Omit<TemplateValues, 'app_name' | 'email'> {
  readonly kind: TemplateKind;
  readonly to: string;
}

export async function userMail(
  context: Pick<AuthContext, 'mail' | 'templates'>,
  project: Project,
  { kind, to, ...values }: UserMail,
): Promise<PlainStep> {
  const rendered = await context.templates.render(project, kind, { ...values, email: to });
  return await context.mail.sendLater({ store: project.store, to, fromName: project.name, ...rendered });
}
