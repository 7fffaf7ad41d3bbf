import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { NewColumn } from './new-column.ts';
import { TABLE_PATTERNS } from './table-patterns.ts';
import { readSample, type TableSample } from './table-sample.ts';
import classes from './tables.module.css';

const EMPTY = 'An empty table';
const SAMPLE = 'Pasted CSV or JSON';

export interface TableStart {
  readonly name?: string;
  readonly preset?: string;
  readonly columns: readonly Partial<NewColumn>[];
  readonly rows?: TableSample['rows'];
}

export function StartFrom({ onStart }: { readonly onStart: (start: TableStart) => void }) {
  const [choice, setChoice] = useState(EMPTY);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const choose = (next: string): void => {
    setChoice(next);
    const pattern = TABLE_PATTERNS[next];
    if (pattern !== undefined) onStart({ ...pattern, rows: [] });
  };
  const read = (): void => {
    const sample = readSample(text);
    setProblem(sample === undefined ? 'This is neither CSV with a line of names nor JSON with objects.' : undefined);
    if (sample !== undefined) onStart(sample);
  };
  return (
    <>
      <NativeSelect
        label="Start from"
        value={choice}
        data={[EMPTY, ...Object.keys(TABLE_PATTERNS), SAMPLE]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {choice === SAMPLE && (
        <div className={classes.sample}>
          <Textarea
            label="Sample"
            description="The first line of CSV names the columns; JSON is a list of objects."
            rows={4}
            spellCheck={false}
            value={text}
            error={problem}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button variant="default" onClick={read}>
            Read columns
          </Button>
        </div>
      )}
    </>
  );
}
