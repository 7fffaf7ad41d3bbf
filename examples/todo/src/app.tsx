import { useAuth } from '@service/auth';
import { useSyncExternalStore } from 'react';
import { AccountPage } from './account.tsx';
import { BoardPage } from './board.tsx';
import { ContactPage } from './contact.tsx';
import { PhotosPage } from './photos.tsx';
import { SupportPage } from './support.tsx';
import { TodosPage } from './todos.tsx';

const PAGES = [
  { path: 'todos', title: 'Todos', Page: TodosPage },
  { path: 'board', title: 'Board', Page: BoardPage },
  { path: 'photos', title: 'Photos', Page: PhotosPage },
  { path: 'contact', title: 'Contact', Page: ContactPage },
  { path: 'support', title: 'Support', Page: SupportPage },
];

export function App() {
  const path = useHash();
  const { user, loading } = useAuth();
  const { Page } = PAGES.find((page) => page.path === path) ?? { Page: AccountPage };
  return (
    <>
      <header>
        <a className="brand" href="#todos">
          Todo
        </a>
        <nav aria-label="Pages">
          {PAGES.map(({ path: target, title }) => (
            <a key={target} href={`#${target}`} aria-current={target === path ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <a className="account" href="#account" aria-current={path === 'account' ? 'page' : undefined}>
          {loading ? '…' : (user?.email ?? 'Sign in')}
        </a>
      </header>
      <main>
        <Page />
      </main>
    </>
  );
}

function useHash(): string {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener('hashchange', onChange);
      return () => removeEventListener('hashchange', onChange);
    },
    () => location.hash.slice(1) || 'todos',
  );
}
