import { useMay } from '../../../shared/project/project-context.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { DownloadBackup } from './download-backup.tsx';
import { MomentRegion } from './moment-region.tsx';
import { RestoreRegion } from './restore-region.tsx';
import { StoredBackups } from './stored-backups.tsx';

/** An archive contains all password hashes, so only owners see this page. */
export function BackupPage() {
  const isOwner = useMay('owner');
  return (
    <SettingsPage title="Backup">
      <p className="dim">
        One archive with schema, rows, users, files, functions, messages and settings, as they are at one moment.
      </p>
      {isOwner ? (
        <>
          <DownloadBackup />
          <StoredBackups />
          <RestoreRegion />
          <MomentRegion />
        </>
      ) : (
        <p>Backups hold the hashes of all passwords: they are for owners of the project.</p>
      )}
    </SettingsPage>
  );
}
