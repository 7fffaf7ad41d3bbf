import { AppLink } from '../address/app-link.tsx';
import { useAddress } from '../address/use-address.ts';
import classes from './page.module.css';

interface PageLinksProps {
  readonly name: string;
  readonly isColumn?: boolean;
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export function PageLinks({ name, links, isColumn = false }: PageLinksProps) {
  const { path } = useAddress();
  return (
    <nav aria-label={name} className={isColumn ? classes.column : classes.links}>
      {links.map(({ label, to }) => (
        <AppLink key={to} to={to} {...(decodeURI(path) === decodeURI(to) && { 'aria-current': 'page' })}>
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
