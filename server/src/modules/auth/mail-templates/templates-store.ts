import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { TEMPLATE_KINDS, type Template, type TemplateKind } from '../../../mail/templates/index.ts';
import type { ChosenTemplate } from './template-context.ts';

interface Tables {
  mail_templates: {
    store: string;
    kind: string;
    subject: string;
    body_text: string;
    button: string;
    html: string | null;
    updated_at: string;
  };
}

export function createTemplatesStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    async all(store: StoreName): Promise<ReadonlyMap<TemplateKind, ChosenTemplate>> {
      const rows = await fetchRows(database, db.selectFrom('mail_templates').selectAll().where('store', '=', store));
      const chosen = new Map<TemplateKind, ChosenTemplate>();
      for (const { kind: name, subject, body_text, button, html, updated_at } of rows) {
        const kind = TEMPLATE_KINDS.find((known) => known === name);
        const template = { subject, text: body_text, button, html };
        if (kind !== undefined) chosen.set(kind, { template, changedAt: updated_at });
      }
      return chosen;
    },

    setStep(store: StoreName, kind: TemplateKind, row: Template & { readonly updatedAt: string }): PlainStep {
      const { subject, text, button, html, updatedAt } = row;
      const values = { subject, body_text: text, button, html, updated_at: updatedAt };
      return plainStep(
        db
          .insertInto('mail_templates')
          .values({ store, kind, ...values })
          .onConflict((conflict) => conflict.columns(['store', 'kind']).doUpdateSet(values)),
      );
    },

    deleteStep: (store: StoreName, kind: TemplateKind): PlainStep =>
      plainStep(db.deleteFrom('mail_templates').where('store', '=', store).where('kind', '=', kind)),

    deleteAllStep: (store: StoreName): PlainStep =>
      plainStep(db.deleteFrom('mail_templates').where('store', '=', store)),
  };
}
