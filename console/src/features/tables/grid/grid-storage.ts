import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../../shared/project/project-context.tsx';
import { accountQuery } from '../../../shared/session/session-queries.ts';

export interface GridLayout {
  readonly columns?: readonly string[];
  readonly frozen: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly views: readonly NamedView[];
  readonly last: ViewParameters;
}

export type ViewParameters = Readonly<Partial<Record<'filter' | 'order' | 'cols' | 'search' | 'limit', string>>>;

export interface NamedView {
  readonly name: string;
  readonly parameters: ViewParameters;
}

const EMPTY: GridLayout = { frozen: [], widths: {}, views: [], last: {} };

export function useGridLayout(table: string): readonly [GridLayout, (changes: Partial<GridLayout>) => void] {
  const project = useProject();
  const { data: account } = useQuery({ ...accountQuery, enabled: false });
  const key = `grid:${account?.id ?? ''}:${project.id}:${table}`;
  const [kept, setKept] = useState(() => ({ key, layout: readLayout(key) }));
  const layout = kept.key === key ? kept.layout : readLayout(key);
  const change = (changes: Partial<GridLayout>): void => {
    // Reads the storage again, because two changes may happen before the next render.
    const next = { ...readLayout(key), ...changes };
    localStorage.setItem(key, JSON.stringify(next));
    setKept({ key, layout: next });
  };
  return [layout, change];
}

function readLayout(key: string): GridLayout {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { ...EMPTY, ...(typeof kept === 'object' ? kept : {}) };
  } catch {
    return EMPTY;
  }
}
