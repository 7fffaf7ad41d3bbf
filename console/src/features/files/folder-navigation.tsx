import { Icon as IconFolder } from 'virtual:icon/folder';
import { useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatBytes, plural } from '../../shared/text/formats.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { foldersQuery } from './file-queries.ts';
import classes from './files.module.css';

export function FolderNavigation({ prefix }: { readonly prefix: string }) {
  const { id } = useProject();
  const folders = useQuery(foldersQuery(id, prefix));
  const to = (folder: string): string => `${projectAddress(id, 'files')}${searchText({ prefix: folder })}`;
  if (prefix === '' && folders.data?.length === 0) return null;
  const parts = prefix.split('/').filter((part) => part !== '');
  return (
    <nav aria-label="Folder" className={classes.folders}>
      <div className={classes.trail}>
        <AppLink to={to('')} {...(prefix === '' && { 'aria-current': 'page' as const })}>
          All files
        </AppLink>
        {parts.map((part, at) => {
          const folder = `${parts.slice(0, at + 1).join('/')}/`;
          return (
            <span key={folder}>
              /{' '}
              <AppLink to={to(folder)} {...(folder === prefix && { 'aria-current': 'page' as const })}>
                {visibleLine(part)}
              </AppLink>
            </span>
          );
        })}
      </div>
      {folders.isError && <FailureAlert error={folders.error} onRetry={() => void folders.refetch()} />}
      {folders.data !== undefined && folders.data.length > 0 && (
        <ul className={classes.inside}>
          {folders.data.map(({ path, files, bytes }) => (
            <li key={path}>
              <IconFolder size={18} aria-hidden />
              <AppLink to={to(path)}>{visibleLine(path.slice(prefix.length).replace(/\/$/, ''))}</AppLink>
              <span className="dim">
                {plural(files, 'file')}, {formatBytes(bytes)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
