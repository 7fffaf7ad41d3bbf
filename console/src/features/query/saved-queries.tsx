import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './query.module.css';
import type { QueryDraft } from './query-draft.ts';

interface SavedQuery {
  readonly name: string;
  readonly draft: QueryDraft;
}

interface SavedQueriesStore {
  readonly list: readonly SavedQuery[];
  save(query: SavedQuery): void;
  remove(name: string): void;
}

export function useSavedQueries(): SavedQueriesStore {
  const { id } = useProject();
  const key = `queries:${id}`;
  const [list, setList] = useState(() => read(key));
  const keep = (next: readonly SavedQuery[]): void => {
    setList(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    list,
    save: (query) => keep([...list.filter(({ name }) => name !== query.name), query]),
    remove: (name) => keep(list.filter((query) => query.name !== name)),
  };
}

export function SavedQueries({ list, remove }: SavedQueriesStore) {
  const { id } = useProject();
  if (list.length === 0) return null;
  return (
    <Region title="Saved queries">
      <ul aria-label="Saved queries" className={classes.saved}>
        {list.map(({ name, draft }) => (
          <li key={name}>
            <AppLink to={`${projectAddress(id, 'query')}${searchText({ ...draft })}`}>{visibleLine(name, 60)}</AppLink>
            <CloseButton size="sm" aria-label={`Delete query ${name}`} onClick={() => remove(name)} />
          </li>
        ))}
      </ul>
    </Region>
  );
}

function read(key: string): readonly SavedQuery[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
