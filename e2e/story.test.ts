import { expect, test } from 'vitest';
import { column, createApiClient, textAt } from './harness/api-client.ts';
import { onEachEngine } from './harness/each-engine.ts';

const PRODUCTS = {
  name: 'products',
  columns: [
    { name: 'title', type: 'text', required: true },
    { name: 'status', type: 'text', enum: ['draft', 'active'], default: 'draft' },
    { name: 'price', type: 'number' },
    { name: 'stock', type: 'integer', default: 0 },
    { name: 'cost', type: 'number', hidden: true },
  ],
  rules: { read: 'public', create: 'public', update: 'private', delete: 'private' },
};

// A person's steps after the first start; each builds on the earlier ones.
onEachEngine((scene) => {
  test('one call creates a table, which then shows its system columns', async () => {
    const made = await scene().cloud.post('/projects/shop/tables', PRODUCTS);
    expect(made.status).toBe(201);
    expect(textAt(made.body, 'data', 'name')).toBe('products');
    const shown = await scene().cloud.get('/projects/shop/tables/products');
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({ data: { name: 'products', rules: { read: 'public', update: 'private' } } });
    const names = JSON.stringify(shown.body);
    for (const name of ['id', 'created_at', 'updated_at', 'owner_id', 'cost']) expect(names).toContain(`"${name}"`);
  });

  test('anyone with the public key can insert a row and read it back unchanged', async () => {
    const { anyone } = scene();
    const made = await anyone.post('/data/products', { title: 'Ämber lamp', price: 12.5, stock: 3 });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
        owner_id: null,
        title: 'Ämber lamp',
        status: 'draft',
        price: 12.5,
        stock: 3,
      },
      count: 1,
    });
    const read = await anyone.get(`/data/products/${textAt(made.body, 'data', 'id')}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(made.body);
  });

  test('a nested filter returns the matching rows in order, and the exact count beyond the limit', async () => {
    const { anyone } = scene();
    const rows = Array.from({ length: 30 }, (_, index) => ({
      title: `Chair ${index}`,
      status: index % 2 === 0 ? 'active' : 'draft',
      price: index,
      stock: index % 3,
    }));
    expect((await anyone.post('/data/products', rows)).status).toBe(201);
    const filter = 'title:starts_with:Chair,or(and(status:eq:active,price:gte:20),not(stock:in:(1,2)))';
    const expected = rows.filter((row) => (row.status === 'active' && row.price >= 20) || row.stock === 0);
    const found = await anyone.get(
      `/data/products?filter=${encodeURIComponent(filter)}&order=price:desc&limit=4&select=title,price`,
    );
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      data: expected
        .toReversed()
        .slice(0, 4)
        .map(({ title, price }) => ({ title, price })),
      count: expected.length,
    });
    const json = {
      title: { starts_with: 'Chair' },
      or: [{ and: [{ status: 'active' }, { price: { gte: 20 } }] }, { not: { stock: { in: [1, 2] } } }],
    };
    const same = await anyone.get(
      `/data/products?filter=${encodeURIComponent(JSON.stringify(json))}&order=price:desc&limit=4&select=title,price`,
    );
    expect(same.body).toEqual(found.body);
  });

  test('a batch is one transaction: it changes everything or nothing', async () => {
    const { secret } = scene();
    const items = [
      { op: 'insert', data: { title: 'Desk', price: 90 } },
      { op: 'insert', data: { title: 'Sofa', price: 400 } },
    ];
    const done = await secret.post('/data/products/batch', { items });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ data: [{ title: 'Desk' }, { title: 'Sofa' }], count: 2 });
    const broken = await secret.post('/data/products/batch', {
      items: [
        { op: 'update', id: textAt(done.body, 'data', 0, 'id'), data: { price: 1 } },
        { op: 'insert', data: { price: 5 } },
      ],
    });
    expect(broken.status).toBe(400);
    expect(broken.body).toMatchObject({ code: 'batch_failed', details: { index: 1, code: 'validation_failed' } });
    const kept = await secret.get('/data/products?filter=title:in:(Desk,Sofa)&order=price');
    expect(column(kept, 'price')).toEqual([90, 400]);
  });

  test('an aggregate groups all rows the caller may read', async () => {
    const answer = await scene().anyone.post('/data/products/aggregate', {
      aggregates: [{ op: 'count' }, { op: 'sum', field: 'price', as: 'worth' }],
      group_by: ['status'],
      filter: 'title:starts_with:Chair',
      order: 'worth:desc',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: [
        { status: 'draft', count: 15, worth: 225 },
        { status: 'active', count: 15, worth: 210 },
      ],
      count: 2,
    });
  });

  test('an export returns every matching row as a file', async () => {
    const answer = await scene().anyone.get(
      '/data/products/export?format=csv&select=title,price&filter=price:gte:90&order=price',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*products.*\.csv/);
    expect(answer.text).toBe('title,price\r\nDesk,90\r\nSofa,400\r\n');
  });

  test('a write the rules deny is refused and changes nothing', async () => {
    const { anyone, secret } = scene();
    const before = await secret.get('/data/products?order=id&limit=1000');
    const id = textAt(before.body, 'data', 0, 'id');
    for (const denied of [
      await anyone.patch(`/data/products/${id}`, { price: 0 }),
      await anyone.delete(`/data/products/${id}`),
      await anyone.delete('/data/products?filter=price:gte:0'),
    ]) {
      expect(denied.status).toBe(403);
      expect(denied.body).toMatchObject({
        error: expect.any(String),
        code: 'forbidden',
        request_id: expect.any(String),
      });
    }
    expect((await secret.get('/data/products?order=id&limit=1000')).body).toEqual(before.body);
  });

  test('the project’s description has its real tables, with hidden columns only for its owner', async () => {
    const { cloud, service } = scene();
    const described = await cloud.get('/projects/shop/openapi.json');
    expect(described.status).toBe(200);
    expect(described.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
    expect(described.text).toContain('products');
    expect(described.text).toContain('"stock"');
    const general = await createApiClient(service.url, undefined).get('/api/baas/openapi.json');
    expect(general.status).toBe(200);
    expect(general.text).not.toContain('"stock"');
  });
});
