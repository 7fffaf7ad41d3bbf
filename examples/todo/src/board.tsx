import { promptSignIn, useAuth } from '@service/auth';
import { useInfiniteQuery, useMutation } from '@service/data';
import { type FormEvent, useState } from 'react';
import { Problem } from './problem.tsx';

const PAGE_SIZE = 5;
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Everybody reads it; who is signed in writes on it. */
export function BoardPage() {
  const { user } = useAuth();
  const { data, loading, error, count, hasMore, loadingMore, loadMore } = useInfiniteQuery('posts', {
    order: 'created_at:desc',
    pageSize: PAGE_SIZE,
  });
  const { insert, remove, isPending, error: failure } = useMutation('posts');
  const [text, setText] = useState('');

  async function post(event: FormEvent) {
    event.preventDefault();
    const author = user ?? (await promptSignIn());
    if (author === undefined) return;
    await insert({ text, author: author.name ?? author.email.replace(/@.*/, '') }).then(
      () => setText(''),
      () => undefined,
    );
  }

  return (
    <section aria-labelledby="board-title">
      <div className="title">
        <h1 id="board-title">Board</h1>
        <span className="quiet">{count !== undefined && `${count} ${count === 1 ? 'post' : 'posts'}`}</span>
      </div>
      <form className="card" onSubmit={(event) => void post(event)}>
        <label>
          Your message
          <textarea value={text} onChange={({ target }) => setText(target.value)} rows={2} maxLength={280} required />
        </label>
        <button type="submit" disabled={isPending}>
          Post
        </button>
      </form>
      <Problem error={error ?? failure} />
      {loading && <p className="quiet">Loading …</p>}
      {data?.length === 0 && <p className="empty">Be the first to write something.</p>}
      <ul className="list" aria-label="Posts">
        {data?.map((each) => (
          <li key={each.id}>
            <div>
              <strong>{each.author}</strong>{' '}
              <time className="quiet" dateTime={each.created_at}>
                {DATE.format(new Date(each.created_at))}
              </time>
              <p>{each.text}</p>
            </div>
            {each.owner_id === user?.id && user && (
              <button
                type="button"
                className="icon"
                aria-label={`Remove ${each.text}`}
                onClick={() => void remove(each.id).catch(() => undefined)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="plain" onClick={() => void loadMore()} disabled={loadingMore}>
          {loadingMore ? 'Loading …' : 'Older posts'}
        </button>
      )}
    </section>
  );
}
