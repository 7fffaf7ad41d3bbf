import { dirname } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportApp, PASSWORD, type Row, startImports } from '../../../../test/import-app.ts';

let imports: Awaited<ReturnType<typeof startImports>>;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports?.close());

const openApp = (): Promise<ImportApp> => imports.openApp();

const ANN = '11111111-1111-4111-8111-111111111111';
const DUMP = `--
-- PostgreSQL database dump
--
\\restrict abc
SET statement_timeout = 0;
CREATE TYPE public.mood AS ENUM ('good', 'it''s bad');
CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.x := ';'; RETURN NEW; END; $$;
CREATE TABLE auth.users (
    id uuid NOT NULL,
    email character varying(255),
    encrypted_password character varying(255),
    email_confirmed_at timestamp with time zone,
    raw_app_meta_data jsonb,
    raw_user_meta_data jsonb,
    created_at timestamp with time zone,
    banned_until timestamp with time zone,
    deleted_at timestamp with time zone
);
CREATE TABLE auth.identities (id uuid NOT NULL, provider text);
CREATE TABLE public.profiles (
    id uuid NOT NULL,
    display_name text DEFAULT 'nobody; really'::text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public."Orders" (
    id bigint NOT NULL,
    profile_id uuid NOT NULL,
    "totalPrice" numeric(10,2) NOT NULL,
    mood public.mood DEFAULT 'good'::public.mood NOT NULL,
    tags text[] DEFAULT '{}'::text[],
    sizes integer[],
    data jsonb,
    paid boolean DEFAULT false NOT NULL,
    replaces bigint,
    day date,
    search tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, 'x'::text)) STORED,
    CONSTRAINT positive CHECK (("totalPrice" > (0)::numeric))
);
CREATE TABLE public.members (team text NOT NULL, user_id uuid NOT NULL);
COPY auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, banned_until, deleted_at) FROM stdin;
${ANN}	ann@example.com	HASH	2025-01-02 03:04:05.678+00	{"provider": "email", "role": "editor"}	{"full_name": "Ann", "color": "red"}	2025-01-02 03:04:05.678+00	\\N	\\N
22222222-2222-4222-8222-222222222222	\\N	\\N	\\N	{}	{}	2025-01-02 03:04:05+00	\\N	\\N
\\.
COPY auth.identities (id, provider) FROM stdin;
33333333-3333-4333-8333-333333333333	google
\\.
COPY public."Orders" (id, profile_id, "totalPrice", mood, tags, sizes, data, paid, replaces, day) FROM stdin;
7	${ANN}	12.50	good	{a,"b \\\\"c\\\\"",NULL}	{{1,2},{3,NULL}}	{"note": "tab\\\\t; here"}	t	8	2025-01-31
8	${ANN}	1.00	it's bad	{}	\\N	\\N	f	\\N	\\N
\\.
INSERT INTO public.profiles VALUES ('${ANN}', 'Ann; ''the''\u2028first', '2025-05-06 07:08:09.123+00');
INSERT INTO public.members (team, user_id) VALUES ('one', '${ANN}'), (E'two\\n;', '${ANN}');
ALTER TABLE ONLY public.profiles ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.members ADD CONSTRAINT members_pkey PRIMARY KEY (team, user_id);
CREATE UNIQUE INDEX one_a_day ON public."Orders" USING btree (profile_id, day);
CREATE UNIQUE INDEX one_paid ON public."Orders" USING btree (profile_id) WHERE paid;
CREATE VIEW public.totals AS SELECT 1;
ALTER TABLE ONLY public.profiles ADD CONSTRAINT p_fk FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT o_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT r_fk FOREIGN KEY (replaces) REFERENCES public."Orders"(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.members ADD CONSTRAINT m_fk FOREIGN KEY (user_id) REFERENCES auth.users(id);
CREATE TRIGGER touch_orders BEFORE UPDATE ON public."Orders" FOR EACH ROW EXECUTE FUNCTION public.touch();
CREATE POLICY "Own rows; only" ON public."Orders" USING ((auth.uid() = profile_id));
`;

test('an SQL dump brings tables with their keys, rows of COPY and INSERT, and users with their passwords', async () => {
  await using app = await openApp();
  await app.write('dump.sql', DUMP.replace('HASH', bcrypt.hashSync(PASSWORD, 4)));
  const { exit, data } = await app.import('supabase', 'dump.sql');
  expect([exit, data.left_out.filter(({ kind }) => kind === 'row')]).toEqual([0, []]);
  expect(data).toMatchObject({
    tables: ['profiles', 'orders', 'members'],
    users: { imported: 1, failed: 0 },
    rows: { imported: 5, failed: 0 },
  });
  const left = data.left_out.map(({ kind, name }) => `${kind} ${name}`);
  expect(left.sort()).toEqual([
    'check Orders positive',
    'column Orders.search',
    'default Orders.mood',
    'default Orders.paid',
    'default Orders.tags',
    'default profiles.display_name',
    'function touch',
    'index one_paid',
    'policy Orders: Own rows; only',
    'sign-in 1 identities',
    'trigger touch_orders',
    'user 1 accounts',
    'view totals',
  ]);
  expect(await app.signIn('ann@example.com')).toEqual({ status: 200, id: ANN });
  const user = await app.project.cloudApi(`/users/${ANN}`);
  expect(user.body).toMatchObject({
    data: {
      name: 'Ann',
      role: 'editor',
      metadata: { color: 'red' },
      email_verified: true,
      created_at: '2025-01-02T03:04:05.678Z',
    },
  });
  const [profile] = await app.rows('profiles');
  expect(profile).toMatchObject({
    id: ANN,
    owner_id: ANN,
    display_name: "Ann; 'the'\u2028first",
    created_at: '2025-05-06T07:08:09.123Z',
  });
  const orders = await app.rows('orders');
  const eighth = orders.find((row) => row['original_id'] === 8);
  expect(orders.find((row) => row['original_id'] === 7)).toMatchObject({
    profile_id: ANN,
    total_price: 12.5,
    mood: 'good',
    tags: ['a', 'b "c"', null],
    sizes: [
      [1, 2],
      [3, null],
    ],
    data: { note: 'tab\t; here' },
    paid: true,
    replaces: eighth?.['id'],
    day: '2025-01-31',
  });
  expect(eighth).toMatchObject({ mood: "it's bad", tags: [], data: null, paid: false, replaces: null });
  expect(await app.rows('members')).toMatchObject([{ team: 'one', user_id: ANN, owner_id: ANN }, { team: 'two\n;' }]);
  const table = await app.project.cloudApi<{ data: { indexes: Row[]; rules: Row } }>('/tables/orders');
  expect(table.body.data.indexes).toEqual([{ columns: ['profile_id', 'day'], unique: true }]);
  expect(Object.values(table.body.data.rules)).toEqual(['private', 'private', 'private', 'private']);
  const columns = (await app.project.cloudApi<{ data: { columns: Row[] } }>('/tables/orders')).body.data.columns;
  expect(columns.find(({ name }) => name === 'profile_id')).toMatchObject({
    type: 'reference',
    table: 'profiles',
    on_delete: 'cascade',
    required: true,
  });
  expect(columns.find(({ name }) => name === 'mood')).toMatchObject({ type: 'text', enum: ['good', "it's bad"] });
});

test('the custom format without pg_restore, and files that are no dump, are refused with the reason', async () => {
  await using app = await openApp();
  await app.write('dump.custom', 'PGDMP\u0001\u000e');
  await app.write('dump.txt', 'nothing of the kind');
  const env = { PATH: dirname(app.path) };
  const path = process.env['PATH'];
  process.env['PATH'] = env.PATH;
  try {
    const custom = await app.run(['import', 'supabase', 'dump.custom', '--json']);
    expect([custom.exit, custom.stdout]).toEqual([2, expect.stringContaining('pg_restore')]);
  } finally {
    process.env['PATH'] = path;
  }
  expect(await app.run(['import', 'supabase', 'dump.txt'])).toMatchObject({ exit: 2 });
  expect(await app.run(['import', 'supabase', 'gone.sql'])).toMatchObject({ exit: 2 });
});
