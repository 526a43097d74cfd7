import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { Loading } from '#functions/dashboard/site/components/table.tsx';
import { Page } from './page.tsx';

/** A release replaces the files of the one before, so a page that was opened earlier may not find its parts. */
const Outdated = () => (
  <Page title="Reload needed">
    <p>This page could not be loaded: the service was updated meanwhile, or cannot be reached.</p>
    <Button kind="primary" onClick={() => location.reload()}>
      Reload
    </Button>
  </Page>
);

/** A page whose code is loaded when it is opened first. */
export const pageOnDemand = (load: () => Promise<ComponentType>): ComponentType => {
  let loaded: ComponentType | undefined;
  return () => {
    const [isOutdated, setOutdated] = useState(false);
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (page) => {
          loaded = page;
          setLoaded(() => page);
        },
        () => setOutdated(true),
      );
    }, []);
    if (isOutdated) return <Outdated />;
    return Loaded ? <Loaded /> : <Loading />;
  };
};
