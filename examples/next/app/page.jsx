import { createServerClient } from '@service/client/server';
import { cookies } from 'next/headers';
import { Todos } from './todos.jsx';

/** Rendered on the server with the visitor's own cookies, and kept up to date in the browser. */
export default async function Page() {
  const service = createServerClient({ cookies: await cookies() });
  // A session that must be renewed first is renewed by the browser, which then reads the rows itself.
  const todos = await service.list('todos', { order: 'created_at:desc', limit: 20 }).catch(() => undefined);
  return (
    <main>
      <h1>Todos</h1>
      <Todos initialData={todos} />
    </main>
  );
}
