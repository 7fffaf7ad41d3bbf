import { useMutation, useQuery } from '@service/data';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

function Todos() {
  const { data, loading, error } = useQuery('todos', { order: 'created_at:desc', limit: 20 });
  const { insert, isPending } = useMutation('todos', { optimistic: true });
  if (loading) return <p>Loading …</p>;
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <h1>{data?.length} todos</h1>
      <button type="button" disabled={isPending} onClick={() => void insert({ title: 'Another one' })}>
        Add
      </button>
      <ul>
        {data?.map((todo) => (
          <li key={todo.id}>{todo.title}</li>
        ))}
      </ul>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Todos />
    </StrictMode>,
  );
}
