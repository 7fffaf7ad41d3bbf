import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
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
  /** Why the service refused the filter. */
  readonly refusal?: ApiFailure | undefined;
}

/** Characters of the filter shown on each side of a mistake. */
const CONTEXT = 40;

/** The filter in the API's syntax, and its terms one by one. */
export function FilterBar({ columns, filter, dialog, refusal }: FilterBarProps) {
  const { change } = useAddress();
  const [text, setText] = useState(filter ?? '');
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search or filter', run: () => input.current?.focus() });
  useEffect(() => setText(filter ?? ''), [filter]);
  const terms = filter === undefined ? [] : splitFilter(filter);
  const apply = (next: string): void => change({ filter: next.trim(), after: undefined, before: undefined });
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          ref={input}
          aria-label="Filter"
          placeholder="status:eq:active,price:gte:10"
          className={classes.filter}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={
            refusal === undefined || filter === undefined ? undefined : <Refusal refusal={refusal} filter={filter} />
          }
          errorProps={{ role: 'alert' }}
          leftSection={<IconFilter size={16} aria-hidden />}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && apply(text)}
        />
        <Button
          variant="default"
          onClick={() =>
            dialog.open((close) => (
              <AddFilter columns={columns} onAdd={(term) => apply(joinFilter([...terms, term]))} onClose={close} />
            ))
          }
        >
          Add filter
        </Button>
      </div>
      {terms.length > 0 && (
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
      )}
    </>
  );
}

/** The message, and the filter with the refused part marked. */
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
