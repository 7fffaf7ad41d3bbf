import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { visibleLine } from '../text/visible-text.ts';
import type { Option } from './field-spec.ts';
import forms from './forms.module.css';

interface SeveralChoicesProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly options: readonly Option[];
  /** The chosen values, a line each. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const SEARCHED_FROM = 8;

export function SeveralChoices({ label, description, error, options, value, onValue }: SeveralChoicesProps) {
  const [search, setSearch] = useState('');
  const chosen = new Set(value.split('\n').filter((one) => one !== ''));
  const text = search.toLowerCase();
  const shown = options.filter((one) => `${one.label ?? ''} ${one.value}`.toLowerCase().includes(text));
  const choose = (one: string, isOn: boolean): void => {
    const next = options.filter((option) => (option.value === one ? isOn : chosen.has(option.value)));
    onValue(next.map((option) => option.value).join('\n'));
  };
  return (
    <fieldset className={forms.several} aria-label={label}>
      <legend>{label}</legend>
      {description !== undefined && <p className="dim">{description}</p>}
      {options.length > SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={forms.choices}>
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            label={visibleLine(option.label ?? option.value)}
            checked={chosen.has(option.value)}
            onChange={(event) => choose(option.value, event.currentTarget.checked)}
          />
        ))}
        {shown.length === 0 && <p className="dim">Nothing has this name.</p>}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}
