import { Icon as IconSearch } from 'virtual:icon/search';
import { NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAddress } from '../address/use-address.ts';
import type { Option } from '../forms/field-spec.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import classes from './list.module.css';

const TYPING_MS = 250;
/** Changing a filter returns to the first page, for both kinds of paging. */
export const FIRST_PAGE = { page: undefined, before: undefined, after: undefined };

export interface ListFilter {
  readonly label: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly all?: string;
}

function useTypedParameter(name: string) {
  const { search, change } = useAddress();
  const known = search[name] ?? '';
  const [text, setText] = useState(known);
  useEffect(() => setText(known), [known]);

  const apply = useEffectEvent((value: string) => change({ ...FIRST_PAGE, [name]: value }, { replace: true }));
  useEffect(() => {
    if (text === known) return undefined;
    const timer = setTimeout(() => apply(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, known]);

  return {
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') apply(text);
    },
  };
}

export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search or filter', run: () => input.current?.focus() });
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Search"
      placeholder="Search"
      className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      {...useTypedParameter('q')}
    />
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly name: string;
  readonly placeholder?: string;
  /** Whether the key / focuses this field. */
  readonly isFirst?: boolean;
}

export function TextFilter({ label, name, placeholder, isFirst = false }: TextFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut(isFirst ? { keys: '/', label: 'Search or filter', run: () => input.current?.focus() } : undefined);
  return (
    <TextInput
      ref={input}
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={classes.typed}
      {...useTypedParameter(name)}
    />
  );
}

/** A time filter in the browser's time zone. */
export function TimeFilter({ label, name }: { readonly label: string; readonly name: string }) {
  const { search, change } = useAddress();
  return (
    <TextInput
      label={label}
      type="datetime-local"
      className={classes.filter}
      value={search[name] ?? ''}
      onChange={(event) => change({ ...FIRST_PAGE, [name]: event.currentTarget.value }, { replace: true })}
    />
  );
}

export function FilterFields({ filters }: { readonly filters: readonly ListFilter[] }) {
  const { search, change } = useAddress();
  return filters.map(({ label, name, options, all = 'All' }) => (
    <NativeSelect
      key={name}
      label={label}
      className={classes.filter}
      value={search[name] ?? ''}
      data={[{ value: '', label: all }, ...options.map((one) => ({ value: one.value, label: one.label ?? one.value }))]}
      onChange={(event) => change({ ...FIRST_PAGE, [name]: event.currentTarget.value })}
    />
  ));
}
