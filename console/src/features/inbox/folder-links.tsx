import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import pageClasses from '../../shared/page/page.module.css';
import { FOLDERS } from './message-queries.ts';

export function FolderLinks() {
  const { path, search } = useAddress();
  const current = search['folder'] ?? '';
  return (
    <nav aria-label="Folders" className={pageClasses.links}>
      {FOLDERS.map(({ name, label }) => (
        <AppLink
          key={name}
          to={`${path}${searchText({ q: search['q'], folder: name })}`}
          {...(name === current && { 'aria-current': 'page' as const })}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
