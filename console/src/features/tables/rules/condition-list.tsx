import { Button, NativeSelect } from '@mantine/core';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import { visibleText } from '../../../shared/text/visible-text.ts';
import type { TableInfo } from '../table-types.ts';
import { AddCondition } from './add-condition.tsx';
import { termSentence } from './condition-sentence.ts';
import { type Condition, printCondition, printTerm, readCondition } from './rule-condition.ts';
import classes from './rules.module.css';

interface ConditionListProps {
  readonly title: string;
  readonly table: TableInfo;
  readonly dialog: DialogSlot;
  readonly where: string;
  readonly onChange: (where: string) => void;
}

const ALL = 'all of these hold';
const ANY = 'any of these holds';

export function ConditionList({ title, table, dialog, where, onChange }: ConditionListProps) {
  const read = readCondition(where);
  if (read === undefined) return null;
  const [only] = read;
  const isAny = read.length === 1 && only?.kind === 'or';
  const terms = isAny ? only.terms : read;
  const write = (next: readonly Condition[], any: boolean): void => {
    onChange(printCondition(any && next.length > 1 ? [{ kind: 'or', terms: next }] : next));
  };
  const add = (term: Condition): void => write([...terms, term], isAny);
  return (
    <div className={classes.conditions}>
      {terms.length > 1 && (
        <NativeSelect
          label={`${title} when`}
          value={isAny ? ANY : ALL}
          data={[ALL, ANY]}
          onChange={(event) => write(terms, event.currentTarget.value === ANY)}
        />
      )}
      {terms.length > 0 && (
        <ul aria-label={`${title} conditions`} className={classes.terms}>
          {terms.map((term, at) => (
            <li key={printTerm(term)}>
              <span>{visibleText(termSentence(term))}</span>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove condition ${visibleText(termSentence(term))}`}
                onClick={() => write(terms.toSpliced(at, 1), isAny)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Add condition to ${title}`}
        onClick={() => dialog.open((close) => <AddCondition table={table} onAdd={add} onClose={close} />)}
      >
        Add condition
      </Button>
    </div>
  );
}
