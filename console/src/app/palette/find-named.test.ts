import '../../../test/dom.ts';
import { describe, expect, test } from 'vitest';
import { projectLinks } from '../project-links.ts';
import { findNamed } from './find-named.ts';
import { pageTargets, type Target, tableTargets } from './targets.ts';

const PAGES = [
  ...tableTargets('shop', 'orders'),
  ...pageTargets({ project: 'shop', links: projectLinks, isOperator: false }),
];

const firstFor = (text: string): Target | undefined => findNamed(PAGES, text)[0];

describe('the palette', () => {
  test.each([
    ['SQL editor', 'Query'],
    ['table editor', 'Tables'],
    ['policies', 'Rules of orders'],
    ['row level', 'Rules of orders'],
    ['RLS', 'Rules of orders'],
    ['add column', 'Structure of orders'],
    ['authentication', 'Users'],
    ['storage', 'Files'],
    ['buckets', 'Files'],
    ['edge func', 'Functions'],
    ['cron', 'Schedules'],
    ['API keys', 'Keys'],
    ['service_role', 'Keys'],
    ['smtp', 'Integrations'],
    ['email templates', 'Mail templates'],
    ['database webhooks', 'Webhooks'],
    ['team', 'Members'],
    ['restore', 'Backup'],
    ['URL configuration', 'Origins and domains'],
    ['providers', 'Sign-in'],
    ['vault', 'Secrets'],
    ['api docs', 'API reference'],
    ['billing', 'Plan and balance'],
  ])('finds by the name “%s” of other products the page %s', (text, label) => {
    expect(firstFor(text)?.label).toBe(label);
  });

  test('shows the other name by which it found a page, and none where the page itself has the name', () => {
    expect(firstFor('sql')).toMatchObject({ label: 'Query', alias: 'SQL editor' });
    expect(firstFor('query')).not.toHaveProperty('alias');
  });

  test('shows pages that are called exactly so before those with a longer name', () => {
    const labels = (text: string) => findNamed(PAGES, text).map(({ label }) => label);
    expect(labels('storage')).toEqual(['Files', 'Storage']);
    expect(labels('storage p')).toEqual(['Storage']);
    expect(labels('auth').slice(0, 2)).toEqual(['Users', 'Sign-in']);
  });

  test('finds nothing for words of different names', () => {
    expect(findNamed(PAGES, 'editor cron')).toEqual([]);
  });
});
