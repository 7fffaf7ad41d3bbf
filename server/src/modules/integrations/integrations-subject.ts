import type { StoreName } from '../../database/index.ts';

const SUBJECT = 'integrations:';

export function integrationsSubject(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfIntegrations(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}
