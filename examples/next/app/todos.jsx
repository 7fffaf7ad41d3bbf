'use client';
import { useMutation, useQuery } from '@service/data';

export function Todos({ initialData }) {
  const { data, error } = useQuery('todos', { order: 'created_at:desc', limit: 20, initialData });
  const { insert, isPending } = useMutation('todos', { optimistic: true });
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      <button type="button" disabled={isPending} onClick={() => insert({ title: 'Another one' })}>
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
