import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { notFound } from '#shared/domain/errors.ts';
import type { Ports } from '#shared/ports/capabilities.ts';
import type { Encoding, SiteFile } from '#shared/ports/site-files.ts';
import { portsOnce } from '#shared/runtime/build-ports.ts';
import { encodingFor } from '#shared/runtime/http/accept-encoding.ts';
import { answerErrors, logRequest } from '#shared/runtime/http/answer.ts';
import { type Answer, chain, type Hook, type LambdaHandler, type Step } from '#shared/runtime/http/chain.ts';
import { ASSET_HEADERS, pageHeaders } from '#shared/runtime/http/page-headers.ts';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';
import { sessionSecretOf } from '#shared/runtime/http/session-cookie.ts';

type Path = `/${string}`;

/** One built page and where it is found. */
interface SitePage {
  paths: readonly Path[];
  /** The built page, for a browser that has the cookie of a session or not; the cookie is not looked up. */
  file(hasSession: boolean): string;
  /** Its Content-Security-Policy. */
  policy(recordingsOrigin: string): string;
}

interface SiteDefinition {
  summary: string;
  pages: readonly SitePage[];
  /** Where the files are that pages load. */
  assets: `/${string}/{file}`;
}

/** The type-erased view: what CDK and the laptop's gateway read. */
export interface Site {
  kind: 'site';
  summary: string;
  uses: readonly ['site'];
  /** Everything that it answers; other methods and paths are unknown routes. */
  routes: readonly { method: 'GET'; path: Path }[];
  handler: LambdaHandler;
}

/** What an answer does not say of itself is said as in every other. */
const addMissingHeaders: Hook = ({ response }) => {
  if (response) response.headers = { ...SAFE_HEADERS, ...response.headers };
};
const completeHeaders: Step = { after: addMissingHeaders, onError: addMissingHeaders };

const answerWith = ({ contentType, bytes }: SiteFile, encoding: Encoding, headers: Record<string, string>): Answer => ({
  statusCode: 200,
  headers: {
    ...headers,
    'content-type': contentType,
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  },
  body: bytes.toString('base64'),
  isBase64Encoded: true,
});

type Event = APIGatewayProxyEventV2;

const hasSession = ({ headers, cookies = [] }: Event): boolean =>
  sessionSecretOf({ headers, cookies, body: Buffer.alloc(0) }) !== undefined;

const servePage = (page: SitePage, event: Event, { siteFiles, recordingsOrigin }: Ports<'site'>): Answer => {
  const encoding = encodingFor(event.headers['accept-encoding']);
  const file = siteFiles.page(page.file(hasSession(event)), encoding);
  return answerWith(file, encoding, pageHeaders(page.policy(recordingsOrigin), event.headers));
};

const serveAsset = (event: Event, { siteFiles }: Ports<'site'>): Answer => {
  const { http } = event.requestContext;
  const encoding = encodingFor(event.headers['accept-encoding']);
  const file = siteFiles.asset(event.pathParameters?.file ?? '', encoding);
  if (!file) throw notFound(`The route ${http.method} ${http.path}`);
  return answerWith(file, encoding, ASSET_HEADERS);
};

/** Pages for browsers, and what they load. Needs no token: what is on the pages comes from the API. */
export const defineSite = ({ summary, pages, assets }: SiteDefinition): Site => {
  const uses = ['site'] as const;
  const ports = portsOnce(uses);
  const pageAt = new Map<string, SitePage>(
    pages.flatMap((page) => page.paths.map((path) => [`GET ${path}`, page] as const)),
  );
  const paths: Path[] = [...pages.flatMap((page) => page.paths), assets];
  return {
    kind: 'site',
    summary,
    uses,
    routes: paths.map((path) => ({ method: 'GET', path })),
    handler: chain([logRequest, completeHeaders, answerErrors], async (event) => {
      const page = pageAt.get(event.routeKey);
      return page ? servePage(page, event, ports()) : serveAsset(event, ports());
    }),
  };
};
