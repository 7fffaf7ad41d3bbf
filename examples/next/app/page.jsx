import { createServerClient } from '@service/client/server';
import { headers } from 'next/headers';
import { Account } from './account.jsx';
import { Todos } from './todos.jsx';

/** Rendered on the server with the visitor's own cookies, and kept up to date in the browser. */
export default async function Page() {
  const service = createServerClient({ cookies: await headers() });
  const [user, todos] = await Promise.all([
    service.getUser(),
    service.list('todos', { order: 'created_at:desc', limit: 20 }),
  ]);
  return (
    <main>
      <h1>Todos</h1>
      <Account initialUser={user ?? null} />
      <Todos initialData={todos} />
    </main>
  );
}
