import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseSearch } from './search-text.ts';

interface AppLinkProps {
  /** A path below `/console`, including the query. */
  readonly to: string;
  readonly className?: string;
  readonly 'aria-current'?: 'page';
  readonly children: ReactNode;
}

/** A link within the console: a real anchor, so that it can be copied and opened in a new tab. */
export function AppLink({ to, ...others }: AppLinkProps) {
  const [path = '', text = ''] = to.split('?');
  return (
    <Link
      {...others}
      to={path}
      search={parseSearch(text)}
      activeProps={{}}
      inactiveProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    />
  );
}
