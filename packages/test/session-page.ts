import { signIn, useAuth } from '@service/auth';
import { useQuery } from '@service/data';
import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';

/** The users that the page showed as signed in, in order: tests read it to find moments that polling would miss. */
const shown: string[] = [];

function Notes({ limit }: { readonly limit: number }) {
  const { data, error } = useQuery('notes', { limit });
  const titles = data?.map((row) => row['title']).join();
  return createElement('li', {}, error?.code ?? titles ?? 'loading');
}

function Page() {
  const { user, loading, error } = useAuth();
  const who = user?.email ?? (loading ? 'loading' : (error?.code ?? 'nobody'));
  if (shown.at(-1) !== who) shown.push(who);
  const reads = Number(new URLSearchParams(location.search).get('reads') ?? 1);
  const notes = Array.from({ length: reads }, (_, index) => createElement(Notes, { key: index, limit: index + 1 }));
  return createElement(Fragment, {}, createElement('p', { id: 'who' }, who), createElement('ul', {}, notes));
}

Object.assign(globalThis, { app: { shown, signIn } });
const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(Page));
