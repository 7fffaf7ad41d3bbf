/** A page that sends several parallel reads as the visitor. */
export const NEXT_FILES: Readonly<Record<string, string>> = {
  'app/mine/page.jsx': `import { createServerClient } from '@service/client/server';
import { headers } from 'next/headers';

export default async function Page() {
  const cookies = await headers();
  const service = createServerClient({ cookies });
  const reads = await Promise.all(Array.from({ length: 8 }, () => service.list('notes')));
  const user = await service.getUser();
  return <p>{\`\${user?.email}: \${reads.flat().length} notes\`}</p>;
}
`,
};

export const REACT_ROUTER_FILES: Readonly<Record<string, string>> = {
  'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
import service from '@service/client/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [reactRouter(), service({ sameOrigin: false })] });
`,
  'app/root.jsx': `import { Links, Meta, Outlet, Scripts } from 'react-router';

export default function Root() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
  'app/routes.js': `import { index, route } from '@react-router/dev/routes';

export default [index('./home.jsx'), route('mine', './mine.jsx')];
`,
  'app/home.jsx': `import { createLoaderClient } from '@service/client/server';
import { useMutation, useQuery } from '@service/data';
import { data } from 'react-router';

export async function loader({ request }) {
  const { service, headers } = createLoaderClient(request);
  return data({ todos: await service.list('todos', { limit: 20 }) }, { headers });
}

export default function Home({ loaderData }) {
  const todos = useQuery('todos', { limit: 20, initialData: loaderData.todos });
  const { insert } = useMutation('todos');
  return (
    <>
      <button onClick={() => void insert({ title: 'Buy milk' })}>Add</button>
      <ul>
        {todos.data?.map((todo) => (
          <li key={todo.id}>{todo.title}</li>
        ))}
      </ul>
    </>
  );
}
`,
  'app/mine.jsx': `import { createLoaderClient } from '@service/client/server';
import { data } from 'react-router';

export async function loader({ request }) {
  const { service, headers } = createLoaderClient(request);
  const reads = await Promise.all(Array.from({ length: 8 }, () => service.list('notes')));
  const user = await service.getUser();
  return data({ email: user?.email, count: reads.flat().length }, { headers });
}

export default function Mine({ loaderData }) {
  return <p>{\`\${loaderData.email}: \${loaderData.count} notes\`}</p>;
}
`,
};
