import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAddress } from '../address/use-address.ts';
import type { Option } from '../forms/field-spec.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import classes from './list.module.css';

const TYPING_MS = 250;

export interface ListFilter {
  readonly label: string;
  /** The parameter of the address. */
  readonly name: string;
  readonly options: readonly Option[];
  /** The words for no filter; `All` when not said. */
  readonly all?: string;
}

/** The search of a list, in the address as `q`; typing asks once it pauses. */
export function SearchField() {
  const { search, change } = useAddress();
  const known = search['q'] ?? '';
  const [text, setText] = useState(known);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search or filter', run: () => input.current?.focus() });
  useEffect(() => setText(known), [known]);

  const apply = useEffectEvent((value: string) => change({ q: value, page: undefined }, { replace: true }));
  useEffect(() => {
    if (text === known) return undefined;
    const timer = setTimeout(() => apply(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, known]);

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Search"
      placeholder="Search"
      className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(text)}
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
      onChange={(event) => change({ [name]: event.currentTarget.value, page: undefined })}
    />
  ));
}
