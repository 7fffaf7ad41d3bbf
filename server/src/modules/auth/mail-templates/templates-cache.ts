import type { StoreName } from '../../../database/database.ts';
import type { TemplateKind } from '../../../mail/templates/index.ts';
import type { ChosenTemplate } from './template-context.ts';

const SUBJECT = 'mail-templates:';
const PROJECTS_MAX = 2000;

type Chosen = ReadonlyMap<TemplateKind, ChosenTemplate>;

/** Subject in the change feed. */
export function templatesSubject(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfTemplates(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}

/** The projects' own templates, loaded at the first mail and kept until one is changed. */
export function createTemplatesCache(load: (store: StoreName) => Promise<Chosen>) {
  const loaded = new Map<StoreName, Promise<Chosen>>();

  return {
    get(store: StoreName): Promise<Chosen> {
      const known = loaded.get(store);
      if (known !== undefined) return known;
      const loading = load(store);
      loaded.set(store, loading);
      // A failure is not kept, and neither is more than enough.
      loading.catch(() => loaded.delete(store));
      const [oldest] = loaded.keys();
      if (loaded.size > PROJECTS_MAX && oldest !== undefined) loaded.delete(oldest);
      return loading;
    },
    forget: (store: StoreName): void => {
      loaded.delete(store);
    },
  };
}
