/** How a file may be packed for its way to the browser. */
export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  contentType: string;
  bytes: Buffer;
}

/** What was built of the dashboard and the API reference, for browsers. */
export interface SiteFiles {
  page(name: string, encoding: Encoding): SiteFile;
  /** Its name changes with its content. Undefined if there is none of that name. */
  asset(name: string, encoding: Encoding): SiteFile | undefined;
}
