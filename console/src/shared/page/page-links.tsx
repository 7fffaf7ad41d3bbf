import { AppLink } from '../address/app-link.tsx';
import { useAddress } from '../address/use-address.ts';
import classes from './page.module.css';

interface PageLinksProps {
  /** The name of the navigation, for example `Table`. */
  readonly name: string;
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

/** The views of one thing, as links: each has an address of its own. */
export function PageLinks({ name, links }: PageLinksProps) {
  const { path } = useAddress();
  return (
    <nav aria-label={name} className={classes.links}>
      {links.map(({ label, to }) => (
        <AppLink key={to} to={to} {...(decodeURI(path) === decodeURI(to) && { 'aria-current': 'page' })}>
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
