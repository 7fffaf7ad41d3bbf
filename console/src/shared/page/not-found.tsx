import { AppLink } from '../address/app-link.tsx';
import { Page } from './page.tsx';

/** For addresses that do not exist and things that the user may not see; the two are indistinguishable on purpose. */
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
