import type { StoreName } from '../../../database/index.ts';
import type { TemplateKind } from '../../../mail/templates/index.ts';
import type { ChosenTemplate } from './template-context.ts';

const SUBJECT = 'mail-templates:';
const PROJECTS_MAX = 2000;

type ChosenTemplates = ReadonlyMap<TemplateKind, ChosenTemplate>;

export function templatesSubject(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfTemplates(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}

export function createTemplatesCache(load: (store: StoreName) => Promise<ChosenTemplates>) {
  const loaded = new Map<StoreName, Promise<ChosenTemplates>>();

  return {
    get(store: StoreName): Promise<ChosenTemplates> {
      const known = loaded.get(store);
      if (known !== undefined) return known;
      const loading = load(store);
      loaded.set(store, loading);
      // A failed load is not cached, and the oldest entry goes when the cache is full.
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
