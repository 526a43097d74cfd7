import './docs.css';

interface Redoc {
  init(documentUrl: string, options: object, element: HTMLElement | null, done?: (error: unknown) => void): void;
}

declare global {
  /** Its script comes before this one. */
  var Redoc: Redoc;
}

const FONTS = { fontFamily: 'system-ui, sans-serif' };

const OPTIONS = {
  hideHostname: true,
  nativeScrollbars: true,
  theme: { typography: { ...FONTS, headings: FONTS, code: { fontFamily: 'ui-monospace, monospace' } } },
};

Redoc.init('/api/openapi.json', OPTIONS, document.getElementById('reference'));
