import { Icon as IconFilter } from 'virtual:icon/filter';
import { Icon as IconFilterPlus } from 'virtual:icon/filter-plus';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import type { ApiFailure } from '../../../shared/api/api-failure.ts';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import type { Column } from '../column-types.ts';
import { AddFilter } from './add-filter.tsx';
import { joinFilter, splitFilter } from './filter-text.ts';
import classes from './grid.module.css';

interface FilterBarProps {
  readonly columns: readonly Column[];
  readonly filter: string | undefined;
  readonly dialog: DialogSlot;
  readonly refusal?: ApiFailure | undefined;
}

const CONTEXT = 40;

export function FilterField({ columns, filter, dialog, refusal }: FilterBarProps) {
  const apply = useApplyFilter();
  const [text, setText] = useState(filter ?? '');
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search or filter', run: () => input.current?.focus() });
  useEffect(() => setText(filter ?? ''), [filter]);
  const openAdd = (): void =>
    dialog.open((close) => (
      <AddFilter columns={columns} onAdd={(term) => apply(withTerm(filter, term))} onClose={close} />
    ));
  return (
    <TextInput
      ref={input}
      aria-label="Filter"
      placeholder={`Filter, such as ${exampleOf(columns)}`}
      className={classes.filter}
      spellCheck={false}
      autoComplete="off"
      value={text}
      error={refusal === undefined || filter === undefined ? undefined : <Refusal refusal={refusal} filter={filter} />}
      errorProps={{ role: 'alert' }}
      leftSection={<IconFilter size={16} aria-hidden />}
      rightSection={
        <ActionIcon variant="subtle" size={28} aria-label="Add filter" title="Add filter" onClick={openAdd}>
          <IconFilterPlus size={16} aria-hidden />
        </ActionIcon>
      }
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(text)}
    />
  );
}

function exampleOf(columns: readonly Column[]): string {
  const own = columns.filter(({ system }) => system !== true);
  const figure = own.find(({ type }) => type === 'number' || type === 'integer');
  if (figure !== undefined) return `${figure.name}:gte:10`;
  const text = own.find(({ type }) => type === 'text');
  return text === undefined ? 'created_at:gte:2026-01-01' : `${text.name}:ilike:a*`;
}

export function FilterTerms({ filter }: { readonly filter: string | undefined }) {
  const apply = useApplyFilter();
  if (filter === undefined) return null;
  const terms = splitFilter(filter);
  return (
    <div className={classes.terms}>
      {terms.map((term) => (
        <span key={term} className={classes.term}>
          <code>{term}</code>
          <CloseButton
            size="sm"
            aria-label={`Remove filter ${term}`}
            onClick={() => apply(joinFilter(terms.filter((one) => one !== term)))}
          />
        </span>
      ))}
    </div>
  );
}

function useApplyFilter(): (filter: string) => void {
  const { change } = useAddress();
  return (filter) => change({ filter: filter.trim(), after: undefined, before: undefined });
}

export function withTerm(filter: string | undefined, term: string): string {
  return joinFilter([...(filter === undefined ? [] : splitFilter(filter)), term]);
}

function Refusal({ refusal, filter }: { readonly refusal: ApiFailure; readonly filter: string }) {
  const { position, column } = refusal.details;
  const at = typeof column === 'string' ? filter.indexOf(column) : typeof position === 'number' ? position - 1 : -1;
  if (at < 0) return refusal.message;
  const marked = /^(?:\w+|.?)/su.exec(filter.slice(at))?.[0] ?? '';
  return (
    <>
      {refusal.message}{' '}
      <code>
        {filter.slice(Math.max(0, at - CONTEXT), at)}
        <mark>{marked === '' ? ' ' : marked}</mark>
        {filter.slice(at + marked.length, at + marked.length + CONTEXT)}
      </code>
    </>
  );
}
