import { AppLink } from '../address/app-link.tsx';
import { Page } from './page.tsx';

/** An address that nothing stands at, or whose thing belongs to somebody else: the two look alike. */
export function NotFound() {
  return (
    <Page title="Not found">
      <p>There is nothing at this address, or it is not yours to see.</p>
      <p>
        <AppLink to="/">Back to your projects</AppLink>
      </p>
    </Page>
  );
}
