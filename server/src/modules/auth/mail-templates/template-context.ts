import type { Project } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/index.ts';
import type { RenderedMail, Template, TemplateKind } from '../../../mail/templates/index.ts';
import type { AuditAuthor } from '../../audit/index.ts';

export interface ChosenTemplate {
  readonly template: Template;
  /** ISO time of the customisation; null for the default template. */
  readonly changedAt: string | null;
}

export interface TestMail extends RenderedMail {
  readonly kind: TemplateKind;
  readonly to: string;
}

export interface TemplateContext {
  chosen(store: StoreName): Promise<ReadonlyMap<TemplateKind, ChosenTemplate>>;
  set(author: AuditAuthor, project: Project, kind: TemplateKind, template: Template): Promise<void>;
  /** Mails a test; the mail is in the queue when this resolves. */
  sendTest(author: AuditAuthor, project: Project, test: TestMail): Promise<void>;
  isMember(project: Project, email: string): Promise<boolean>;
  reset(author: AuditAuthor, project: Project, kind: TemplateKind): Promise<boolean>;
}
