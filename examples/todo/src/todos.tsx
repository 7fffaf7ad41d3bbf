import { promptSignIn, useAuth } from '@service/auth';
import type { Row } from '@service/client';
import { useMutation, useQuery } from '@service/data';
import { useFunction } from '@service/functions';
import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from './problem.tsx';

export function TodosPage() {
  const { signedIn, loading } = useAuth();
  if (loading) return <p className="quiet">Loading …</p>;
  if (signedIn) return <Todos />;
  return (
    <section className="hero">
      <h1>Get things done</h1>
      <p>A list of your own, on every device. Nobody but you can read it.</p>
      <button type="button" onClick={() => void promptSignIn()}>
        Start your list
      </button>
    </section>
  );
}

function Todos() {
  const [isOpenOnly, setIsOpenOnly] = useState(false);
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  // The rows of the last answer stay until the next one is there; an older answer never replaces a newer one.
  const { data, loading, error, count } = useQuery('todos', {
    ...(isOpenOnly && { filter: { done: false } }),
    ...(search !== '' && { search }),
    order: 'created_at:desc',
    keepPrevious: true,
  });
  const { insert, update, remove, error: failure } = useMutation('todos', { optimistic: true });

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = String(new FormData(form).get('title')).trim();
    form.reset();
    if (title !== '') insert({ title }).catch(() => undefined);
  }

  return (
    <section aria-labelledby="todos-title">
      <div className="title">
        <h1 id="todos-title">Your todos</h1>
        <label className="check">
          <input type="checkbox" checked={isOpenOnly} onChange={() => setIsOpenOnly(!isOpenOnly)} /> Open only
        </label>
      </div>
      <form className="row" onSubmit={add}>
        <input
          name="title"
          aria-label="What is to be done?"
          placeholder="What is to be done?"
          autoComplete="off"
          required
        />
        <button type="submit">Add</button>
      </form>
      <input
        type="search"
        aria-label="Search todos"
        placeholder="Search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Problem error={error ?? failure} />
      {loading && <p className="quiet">Loading …</p>}
      {data?.length === 0 && <p className="empty">{emptyText(search, isOpenOnly)}</p>}
      <ul className="list" aria-label="Todos">
        {data?.map((todo) => (
          <Todo
            key={todo.id}
            todo={todo}
            onToggle={() => void update(todo.id, { done: !todo.done }).catch(() => undefined)}
            onRemove={() => void remove(todo.id).catch(() => undefined)}
          />
        ))}
      </ul>
      <Summary count={count} />
    </section>
  );
}

const TYPING_MS = 250;

/** The value as it is when the typist has paused. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function emptyText(search: string, isOpenOnly: boolean): string {
  if (search !== '') return 'No todo has these words.';
  return isOpenOnly ? 'All done.' : 'Nothing here yet. Add your first todo.';
}

function Todo({ todo, onToggle, onRemove }: { todo: Row<'todos'>; onToggle: () => void; onRemove: () => void }) {
  // The service has not confirmed it yet.
  const isPending = todo.id.startsWith('pending-');
  return (
    <li className={isPending ? 'pending' : undefined}>
      <label className="check">
        <input type="checkbox" checked={todo.done} onChange={onToggle} disabled={isPending} />
        <span className={todo.done ? 'done' : undefined}>{todo.title}</span>
      </label>
      <button
        type="button"
        className="icon"
        onClick={onRemove}
        disabled={isPending}
        aria-label={`Remove ${todo.title}`}
      >
        ×
      </button>
    </li>
  );
}

/** Counted by a function on the service. */
function Summary({ count }: { count: number | undefined }) {
  const { invoke, loading, error, lastResult } = useFunction('summary');
  const summary = lastResult?.data;
  return (
    <p className="footer">
      <span>{count ?? '…'} in this list</span>
      <button type="button" className="plain" onClick={() => void invoke()} disabled={loading}>
        Summary
      </button>
      <output>{error ?? (summary && `${summary.open} open, ${summary.done} done`)}</output>
    </p>
  );
}
