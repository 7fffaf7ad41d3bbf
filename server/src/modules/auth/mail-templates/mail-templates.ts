import type { Project } from '../../../callers/index.ts';
import type { ChangeFeed, Database, PlainStep, StoreName } from '../../../database/index.ts';
import type { Route } from '../../../http/index.ts';
import type { Mail } from '../../../mail/index.ts';
import {
  type RenderedMail,
  renderUserMail,
  TEMPLATE_KINDS,
  TEMPLATES,
  type Template,
  type TemplateKind,
  type TemplateValues,
} from '../../../mail/templates/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Audit, AuditAuthor, AuditChange } from '../../audit/index.ts';
import { mailTemplateRoutes } from './routes.ts';
import type { TemplateContext } from './template-context.ts';
import { createTemplatesCache, storeOfTemplates, templatesSubject } from './templates-cache.ts';
import { createTemplatesStore } from './templates-store.ts';

export interface MailTemplates {
  render(project: Project, kind: TemplateKind, values: Omit<TemplateValues, 'app_name'>): Promise<RenderedMail>;
  /** The project's own templates; `from` is another database than the service's. */
  saved(store: StoreName, from?: Database): Promise<readonly SavedTemplate[]>;
  /** Steps that restore templates from an archive. Leaves unknown kinds out. */
  restoreSteps(store: StoreName, templates: readonly SavedTemplate[]): readonly PlainStep[];
  forgetSteps(store: StoreName): readonly PlainStep[];
  readonly routes: readonly Route[];
}

export interface SavedTemplate extends Template {
  readonly kind: string;
  readonly updated_at: string;
}

export interface MailTemplatesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly mail: Pick<Mail, 'sendLater'>;
  readonly isMember: (project: Project, email: string) => Promise<boolean>;
  /** Counts a mail of this kind to an address; false when the address got too many recently. */
  readonly mayMail: (project: Project, kind: string, email: string) => Promise<boolean>;
}

export function createMailTemplates(options: MailTemplatesOptions): MailTemplates {
  const { database, feed } = options;
  const store = createTemplatesStore(database);
  const cache = createTemplatesCache(store.all);
  feed.subscribe((subject) => {
    const changed = storeOfTemplates(subject);
    if (changed !== undefined) cache.forget(changed);
  });
  const context = createContext(options, { store, cache });
  return {
    async render(project, kind, values) {
      const chosen = (await cache.get(project.store)).get(kind);
      return renderUserMail(chosen?.template ?? TEMPLATES[kind].template, { ...values, app_name: project.name });
    },
    async saved(of, from) {
      const all = await (from === undefined ? store : createTemplatesStore(from)).all(of);
      return Array.from(all, ([kind, { template, changedAt }]) => ({
        kind,
        ...template,
        updated_at: changedAt ?? isoTime(0),
      }));
    },
    restoreSteps: (of, saved) =>
      saved.flatMap(({ kind: name, updated_at: updatedAt, ...template }) => {
        const kind = TEMPLATE_KINDS.find((known) => known === name);
        return kind === undefined ? [] : [store.setStep(of, kind, { ...template, updatedAt })];
      }),
    forgetSteps: (of) => [store.deleteAllStep(of)],
    routes: mailTemplateRoutes(context),
  };
}

function createContext(
  { database, clock, audit, feed, mail, mayMail, isMember }: MailTemplatesOptions,
  { store, cache }: { store: ReturnType<typeof createTemplatesStore>; cache: ReturnType<typeof createTemplatesCache> },
): TemplateContext {
  const change = async (
    author: AuditAuthor,
    project: Project,
    step: PlainStep,
    entry: AuditChange,
  ): Promise<number> => {
    const subject = templatesSubject(project.store);
    const steps = [step, audit.step(author, { ...entry, project }), ...feed.steps(subject)];
    const { results } = await database.write('control', steps);
    return results[0]?.kind === 'plain' ? results[0].touched : 0;
  };

  return {
    chosen: cache.get,
    isMember,
    async set(author, project, kind, template) {
      const step = store.setStep(project.store, kind, { ...template, updatedAt: isoTime(clock.now()) });
      await change(author, project, step, { action: 'mail_template.update', target: kind });
    },
    async sendTest(author, project, { kind, to, ...rendered }) {
      if (!(await mayMail(project, 'test', to))) {
        throw new ServiceError('rate_limited', 'This address was just sent such a mail. Wait before trying again.', {
          retryAfterSeconds: 60,
        });
      }
      const step = await mail.sendLater({ store: project.store, to, fromName: project.name, ...rendered });
      await database.write(project.store, [step]);
      const entry = { project, action: 'mail_template.test', target: kind, details: { to } };
      await database.write('control', [audit.step(author, entry)]);
    },
    async reset(author, project, kind) {
      if (!(await cache.get(project.store)).has(kind)) return false;
      const step = store.deleteStep(project.store, kind);
      return (await change(author, project, step, { action: 'mail_template.delete', target: kind })) > 0;
    },
  };
}
