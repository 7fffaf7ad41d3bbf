import { Icon as IconSearch } from 'virtual:icon/search';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import classes from './grid.module.css';

const TYPING_MS = 250;
const CHARACTERS_MAX = 200;

export function SearchBox({ search }: { readonly search: string | undefined }) {
  const { change } = useAddress();
  const [text, setText] = useState(search ?? '');
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: 's', label: 'Search', run: () => input.current?.focus() });
  const apply = useDebouncedCallback((next: string) => {
    change({ search: next, after: undefined, before: undefined }, { replace: true });
  }, TYPING_MS);
  const type = (next: string): void => {
    setText(next);
    apply(next.trim());
  };
  // The address can also change without typing, for example by the back button.
  useEffect(() => setText((typed) => (typed.trim() === (search ?? '') ? typed : (search ?? ''))), [search]);
  return (
    <TextInput
      ref={input}
      role="searchbox"
      aria-label="Search"
      placeholder='Words, "a phrase", -without, begin*'
      className={classes.search}
      maxLength={CHARACTERS_MAX}
      spellCheck={false}
      autoComplete="off"
      value={text}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}
