import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { visibleLine } from '../text/visible-text.ts';
import type { PickerSource } from './picker-source.ts';

interface PickerOptions {
  readonly source: PickerSource;
  readonly value: string;
  readonly onValue: (id: string) => void;
  readonly initialText: string | undefined;
}

const TYPING_MS = 150;
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function usePicker({ source, value, onValue, initialText }: PickerOptions) {
  const [text, setText] = useState(initialText ?? '');
  const [isOpen, setIsOpen] = useState(initialText !== undefined);
  const [at, setAt] = useState(0);
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS);
  const choices = useQuery({
    queryKey: [...source.key, 'choices', wanted],
    queryFn: ({ signal }) => source.find(wanted, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: [...source.key, 'label', value],
    queryFn: async ({ signal }) => (await source.labelOf(value, signal)) ?? value,
    enabled: value !== '',
  });
  const shown = choices.data ?? [];
  const active = Math.min(at, shown.length - 1);
  const close = (): void => {
    setText('');
    setIsOpen(false);
  };
  const choose = (id: string): void => {
    onValue(id);
    close();
  };
  return {
    text,
    isOpen,
    choices,
    shown,
    active,
    chosenLabel: value === '' ? '' : visibleLine(chosen.data ?? value, 80),
    open: () => setIsOpen(true),
    close,
    choose,
    type(next: string): void {
      setAt(0);
      if (ID.test(next.trim())) {
        choose(next.trim());
        return;
      }
      setText(next);
      setIsOpen(true);
      if (next === '') onValue('');
    },
    onKeyDown(event: KeyboardEvent): void {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        setIsOpen(true);
        setAt((active + step + shown.length) % Math.max(1, shown.length));
      } else if (event.key === 'Enter' && isOpen && shown[active] !== undefined) choose(shown[active].id);
      else if (event.key === 'Escape' && isOpen) close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
