import { notFound } from '#shared/domain/errors.ts';
import { defineFallback } from '#shared/runtime/define/fallback.ts';

export const answerUnknownRoute = defineFallback({
  summary: 'Every route that does not exist',
  refuse: ({ requestContext: { http } }) => notFound(`The route ${http.method} ${http.path}`),
});
