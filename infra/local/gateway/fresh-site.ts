import { statSync } from 'node:fs';
import type { Entry } from '#infra/catalog.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';

interface FreshSiteOptions {
  /** Builds it where its function reads it; answers the files that something was taken from. */
  build(): { sources: readonly string[] };
  onError(what: string, error: unknown): void;
}

type Handler = Site['handler'];
type Event = Parameters<Handler>[0];

const FAILED = 'The dashboard could not be built.';

const isAsset = ({ pathParameters }: Event): boolean => pathParameters?.file !== undefined;

const changedAtMs = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Builds if it has not been built, and for a page if something was changed that the last build was taken from. */
const whenDue = (build: FreshSiteOptions['build']): ((event: Event) => void) => {
  let known = new Map<string, number | undefined>();
  const isChanged = ([file, atMs]: [string, number | undefined]): boolean =>
    atMs === undefined || changedAtMs(file) !== atMs;
  return (event) => {
    // An asset is one of the page that asks for it, so it is not built anew under that page.
    if (known.size > 0 && (isAsset(event) || ![...known].some(isChanged))) return;
    const { sources } = build();
    known = new Map(sources.map((file) => [file, changedAtMs(file)]));
  };
};

const failure = (error: unknown) => {
  const words = `${FAILED} ${error instanceof Error ? error.message : String(error)}`;
  return {
    statusCode: 500,
    headers: { ...SAFE_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ success: false, error: words }),
  };
};

/**
 * A site that is built when it is asked for: the first time, and when one of its pages is after a change of its source.
 * Whoever does not ask waits for no build, and none can keep the service from starting.
 */
export const freshSite = (site: Entry<Site>, { build, onError }: FreshSiteOptions): Entry<Site> => {
  const refresh = whenDue(build);
  const handler: Handler = async (event, context) => {
    try {
      refresh(event);
    } catch (error) {
      onError(FAILED, error);
      return failure(error);
    }
    return site.handler(event, context);
  };
  return { ...site, handler };
};
