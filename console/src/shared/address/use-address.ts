import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseSearch, type Search, searchText } from './search-text.ts';

export interface Address {
  readonly path: string;
  readonly search: Search;
  /** Undefined or an empty text removes a parameter. Does nothing if the user has left the page meanwhile. */
  change(changes: Readonly<Record<string, string | undefined>>, options?: { readonly replace?: boolean }): void;
  go(address: string, options?: { readonly replace?: boolean }): void;
}

export function useAddress(): Address {
  const { pathname, searchStr } = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const go = useCallback(
    (address: string, options: { readonly replace?: boolean } = {}) => {
      const [path = '', text = ''] = address.split('?');
      void navigate({ to: path, search: parseSearch(text), replace: options.replace ?? false });
    },
    [navigate],
  );
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, options: { readonly replace?: boolean } = {}) => {
      const { location } = router.state;
      if (location.pathname !== pathname) return;
      go(`${pathname}${searchText({ ...parseSearch(location.searchStr), ...changes })}`, options);
    },
    [go, pathname, router],
  );
  return { path: pathname, search: parseSearch(searchStr), change, go };
}

export function usePathPart(name: string): string {
  const parts: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parts[name] ?? '';
}
