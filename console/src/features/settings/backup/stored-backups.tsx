import { Button } from '@mantine/core';
import { useAddress } from '../../../shared/address/use-address.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import { StateBadge } from '../../../shared/feedback/state-badge.tsx';
import { isOn, optionalText } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import { List } from '../../../shared/list/list-page.tsx';
import { RowMenu } from '../../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../../shared/list/table-column.ts';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { formatBytes, formatTime } from '../../../shared/text/formats.ts';
import { TimeText } from '../../../shared/text/time-text.tsx';
import { visibleText } from '../../../shared/text/visible-text.ts';
import { type Backup, backupsQuery, createBackup, deleteBackup, downloadAddress, EXCLUDABLE } from './backup-api.ts';

export function StoredBackups() {
  const project = useProject();
  const { change } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewBackup onClose={close} />);
  useShortcut({ keys: 'n', label: 'New backup', run: openNew });

  const askDelete = (backup: Backup): void =>
    dialog.confirm({
      action: 'Delete backup',
      text: `The backup of ${formatTime(backup.created_at)} is deleted where it is kept.`,
      run: async () => {
        await deleteBackup(project.id, backup.id);
        await changed(project.id, 'backups');
        notify('Backup deleted.');
      },
    });
  const columns: readonly TableColumn<Backup>[] = [
    {
      title: 'Created',
      order: 'created_at',
      isShort: true,
      cell: ({ id, state, created_at: at }) =>
        state === 'ready' ? (
          <a href={downloadAddress(project.id, id)} download aria-label={`Download backup of ${formatTime(at)}`}>
            {formatTime(at)}
          </a>
        ) : (
          formatTime(at)
        ),
    },
    {
      title: 'State',
      cell: ({ state, error }) => (
        <>
          <StateBadge state={state} /> {error !== null && <span className="dim">{visibleText(error.error)}</span>}
        </>
      ),
    },
    { title: 'Trigger', cell: ({ trigger }) => trigger },
    {
      title: 'Size',
      align: 'right',
      isShort: true,
      cell: ({ size_bytes: bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
    },
    { title: 'Kept', cell: ({ stored }) => (stored ? 'at the place for backups' : 'here, for a day') },
    { title: 'Verified', cell: ({ verified_at: at }) => <TimeText at={at} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (backup) => (
        <RowMenu
          name={formatTime(backup.created_at)}
          actions={[
            ...(backup.state === 'ready'
              ? [{ label: 'Restore from it', run: () => change({ backup: backup.id, restore: undefined }) }]
              : []),
            { label: 'Delete backup', isDangerous: true, run: () => askDelete(backup) },
          ]}
        />
      ),
    },
  ];
  return (
    <Region
      title="Backups"
      actions={
        <Button variant="default" onClick={openNew}>
          New backup
        </Button>
      }
    >
      <List
        name="Backups"
        query={(asked) => backupsQuery(project.id, asked)}
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>A backup holds the whole project. It is kept for a day, or as long as the operator has set.</p>}
        first={{ label: 'Make the first backup', run: openNew }}
      />
      {dialog.element}
    </Region>
  );
}

function NewBackup({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const changed = useChanged();
  return (
    <FormDialog
      title="New backup"
      text="It is made while the project goes on, and read back from where it is kept."
      fields={[
        {
          name: 'passphrase',
          label: 'Passphrase',
          kind: 'password',
          autoComplete: 'off',
          hint: 'Optional, at least 12 characters. It alone then opens the secrets, here and on other services.',
        },
        ...EXCLUDABLE.map((name) => ({ name, label: `Without ${name}`, kind: 'checkbox' as const })),
      ]}
      send={async (values) => {
        const passphrase = optionalText(values, 'passphrase');
        await createBackup(project.id, {
          exclude: EXCLUDABLE.filter((name) => isOn(values, name)),
          ...(passphrase !== undefined && { passphrase }),
        });
        await changed(project.id, 'backups');
        notify('The backup is being made.');
      }}
      onClose={onClose}
    />
  );
}
