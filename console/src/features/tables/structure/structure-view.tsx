import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { DraftRestored } from '../../../shared/forms/draft-restored.tsx';
import { dropDraft, keepDraft, readDraft } from '../../../shared/forms/drafts.ts';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { RowMenu } from '../../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../../shared/list/table-column.ts';
import { useProject } from '../../../shared/project/project-context.tsx';
import { plural } from '../../../shared/text/formats.ts';
import type { Column } from '../column-types.ts';
import { valueText } from '../grid/cell-values.ts';
import type { TableInfo } from '../table-types.ts';
import { ColumnForm } from './column-form.tsx';
import { ReviewChanges } from './review-changes.tsx';
import classes from './structure.module.css';
import { type AddedColumn, changeColumn, countChanges, NO_CHANGES, type StructureDraft } from './structure-draft.ts';

interface Line {
  readonly name: string;
  readonly type: string;
  readonly column: Column | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly state: 'added' | 'changed' | 'removed' | undefined;
}

const OPTION_NAMES = ['required', 'unique', 'indexed', 'searchable', 'hidden', 'read_only'] as const;

export function StructureView({ table, isEditor }: { readonly table: TableInfo; readonly isEditor: boolean }) {
  const project = useProject();
  const dialog = useDialog();
  const key = `${project.id}/tables/${table.name}/structure`;
  const [draft, setDraftState] = useState<StructureDraft>(() => ({ ...NO_CHANGES, ...readDraft(key) }));
  const [wasRestored] = useState(() => countChanges(draft) > 0);
  const count = countChanges(draft);
  const setDraft = (changes: StructureDraft): void => {
    const next = { ...changes, version: count === 0 ? table.updated_at : draft.version };
    setDraftState(next);
    if (countChanges(next) === 0) dropDraft(key);
    else keepDraft(key, next);
  };
  const discard = (): void => setDraft(NO_CHANGES);

  const add = (): void =>
    dialog.open((close) => (
      <ColumnForm
        title="Add column"
        onDone={(options) => setDraft({ ...draft, added: [...draft.added, options as AddedColumn] })}
        onClose={close}
      />
    ));
  const review = (): void =>
    dialog.open((close) => <ReviewChanges table={table} draft={draft} onApplied={discard} onClose={close} />);
  useShortcut(isEditor ? { keys: 'n', label: 'Add column', run: add } : undefined);
  useShortcut(count > 0 ? { keys: 'mod+s', label: 'Review changes', whileTyping: true, run: review } : undefined);

  const actionsOf = ({ column, name, state }: Line) => {
    if (!isEditor || column?.system === true) return [];
    if (state === 'removed') {
      return [
        {
          label: 'Keep column',
          run: () => setDraft({ ...draft, removed: draft.removed.filter((one) => one !== name) }),
        },
      ];
    }
    if (column === undefined) {
      const added = draft.added.filter((one) => one.name !== name);
      return [{ label: 'Remove column', isDangerous: true, run: () => setDraft({ ...draft, added }) }];
    }
    const edit = (): void =>
      dialog.open((close) => (
        <ColumnForm
          title="Edit column"
          column={{ ...column, ...draft.changed[column.name] }}
          onDone={(options) => setDraft(changeColumn(draft, column, options))}
          onClose={close}
        />
      ));
    const remove = (): void => {
      const { [column.name]: _, ...changed } = draft.changed;
      setDraft({ ...draft, changed, removed: [...draft.removed, column.name] });
    };
    return [
      { label: 'Edit column', run: edit },
      { label: 'Remove column', isDangerous: true, run: remove },
    ];
  };
  const columns: readonly TableColumn<Line>[] = [
    {
      title: 'Name',
      cell: ({ name, state, options }) => (
        <span className={state === 'removed' ? classes.removed : undefined}>
          <code>{name}</code>
          {typeof options['rename'] === 'string' && (
            <>
              {' '}
              → <code>{options['rename']}</code>
            </>
          )}{' '}
          {state !== undefined && (
            <Badge variant="light" radius="sm" tt="none">
              {state}
            </Badge>
          )}
        </span>
      ),
    },
    { title: 'Type', cell: typeText },
    {
      title: 'Options',
      cell: ({ options }) => OPTION_NAMES.filter((name) => options[name] === true).join(', ') || '–',
    },
    { title: 'Default', cell: ({ options }) => valueText(options['default']) || '–' },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (line) => <RowMenu name={line.name} actions={actionsOf(line)} />,
    },
  ];
  return (
    <>
      {isEditor && (
        <div className={classes.tools}>
          <Button variant="default" onClick={add}>
            Add column
          </Button>
          <Button disabled={count === 0} onClick={review}>
            Review changes
          </Button>
          {count > 0 && (
            <>
              <Button variant="default" onClick={discard}>
                Discard changes
              </Button>
              <span className="dim">{plural(count, 'change')} not applied yet</span>
            </>
          )}
        </div>
      )}
      {wasRestored && count > 0 && <DraftRestored />}
      <DataTable name="Columns" items={linesOf(table, draft)} keyOf={({ name }) => name} columns={columns} />
      <LeaveGuard isChanged={count > 0} onLeave={discard} />
      {dialog.element}
    </>
  );
}

function linesOf({ columns }: TableInfo, { added, changed, removed }: StructureDraft): readonly Line[] {
  const known = columns.map((column): Line => {
    const change = changed[column.name];
    const state = removed.includes(column.name) ? 'removed' : change === undefined ? undefined : 'changed';
    return { name: column.name, type: column.type, column, options: { ...column, ...change }, state };
  });
  const fresh = added.map((column): Line => ({ ...column, column: undefined, options: column, state: 'added' }));
  return [...known, ...fresh];
}

function typeText({ type, options }: Line): string {
  const choices = options['enum'];
  if (type === 'reference')
    return `reference to ${String(options['table'])}, ${String(options['on_delete'] ?? 'restrict')}`;
  return Array.isArray(choices) ? `${type}: ${choices.join(', ')}` : type;
}
