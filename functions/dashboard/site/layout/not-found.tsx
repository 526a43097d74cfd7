import { Page } from './page.tsx';

export const NotFoundPage = () => (
  <Page title="Not found">
    <p>
      There is nothing at this address. <a href="/">Go to the first page</a>
    </p>
  </Page>
);
