import { useEffect, useState } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';

/** The one-time token of a link. Removed from the address immediately and kept in memory only. */
export function useToken(): string {
  const { search, change } = useAddress();
  const [token] = useState(search['token'] ?? '');
  const isInAddress = search['token'] !== undefined;
  useEffect(() => {
    if (isInAddress) change({ token: undefined }, { replace: true });
  }, [isInAddress, change]);
  return token;
}
