import '../../../test/dom.ts';
import { describe, expect, test } from 'vitest';
import { recentPlaces } from '../../shared/address/recent-places.ts';
import { projectLinks } from '../project-links.ts';
import { findNamed } from './find-named.ts';
import { pageTargets, recentTargets, type Target, tableTargets } from './targets.ts';

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

  test('puts exact labels first, then other labels, then exact names of other products, then longer ones', () => {
    const labels = (text: string) => findNamed(PAGES, text).map(({ label }) => label);
    expect(labels('storage')).toEqual(['Storage', 'Files']);
    expect(labels('storage p')).toEqual(['Storage']);
    expect(labels('auth').slice(0, 2)).toEqual(['Users', 'Sign-in']);
  });

  test('puts the project’s own things before pages, and both before names of other products', () => {
    const thing = (label: string, kind: string): Target => ({ label, kind, to: `/p/shop/${kind}/${label}` });
    const own = ['orders_old', 'orders', 'customers', 'users'].map((name) => thing(name, 'Table'));
    const match = thing('orders@example.com', 'User');
    const all = [...PAGES, ...own];
    const found = (text: string) => findNamed(all, text, [match]).map(({ label, kind }) => `${kind} ${label}`);
    expect(found('Orders')).toEqual([
      'Table orders',
      'User orders@example.com',
      'Table Rules of orders',
      'Table Structure of orders',
      'Table Import of orders',
      'Table orders_old',
      'Page Payments',
    ]);
    expect(found('customers')[0]).toBe('Table customers');
    expect(found('users').slice(0, 2)).toEqual(['Table users', 'Page Users']);
  });

  test('finds nothing for words of different names', () => {
    expect(findNamed(PAGES, 'editor cron')).toEqual([]);
  });
});

describe('recent places', () => {
  test('are shown once for each address, and with the address where two have one title', () => {
    sessionStorage.clear();
    const title = 'orders · Shop';
    recentPlaces.note({ to: '/p/shop/tables/orders/rules', label: title });
    recentPlaces.note({ to: '/p/shop/tables/orders', label: title });
    recentPlaces.note({ to: '/p/shop/tables/orders/', label: title });
    recentPlaces.note({ to: '/p/shop/users', label: 'Users · Shop' });
    expect(recentTargets('/p/shop')).toEqual([
      { to: '/p/shop/users', label: 'Users · Shop', kind: 'Recent' },
      { to: '/p/shop/tables/orders', label: title, kind: 'Recent', detail: 'p/shop/tables/orders' },
      { to: '/p/shop/tables/orders/rules', label: title, kind: 'Recent', detail: 'p/shop/tables/orders/rules' },
    ]);
  });
});
