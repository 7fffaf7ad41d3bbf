import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseSearch } from './search-text.ts';

interface AppLinkProps {
  /** An address below `/console`, with its `?…`. */
  readonly to: string;
  readonly className?: string;
  readonly 'aria-current'?: 'page';
  readonly children: ReactNode;
}

/** A link within the console: a real one, so it can be copied, opened in a tab and walked back. */
export function AppLink({ to, ...others }: AppLinkProps) {
  const [path = '', text = ''] = to.split('?');
  return (
    <Link
      {...others}
      to={path as never}
      search={parseSearch(text) as never}
      activeProps={{}}
      inactiveProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    />
  );
}
