import '../../../test/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { type Address, useAddress } from './use-address.ts';

let address: Address;

function Part() {
  address = useAddress();
  return <p>{address.path}</p>;
}

test('simultaneous changes of the address all take effect, and a change that arrives after the person has left changes nothing', async () => {
  const { router } = await show(<Part />, { address: '/p/shop/here' });
  const early = address;
  act(() => {
    early.change({ a: '1' });
    early.change({ b: '2' });
  });
  await waitFor(() => expect(router.state.location.searchStr).toBe('?a=1&b=2'));
  await act(() => router.navigate({ to: '/p/shop/there' }));
  act(() => early.change({ delivery: '7' }));
  act(() => address.change({ c: '3' }));
  await waitFor(() => expect(router.state.location.href).toBe('/p/shop/there?c=3'));
});
