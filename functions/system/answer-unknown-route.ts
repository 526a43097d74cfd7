import { notFound } from '#shared/domain/errors.ts';
import { defineFallback } from '#shared/runtime/define/fallback.ts';

export const answerUnknownRoute = defineFallback({
  summary: 'Refuse every unknown route',
  refuse: ({ requestContext: { http } }) => notFound(`The route ${http.method} ${http.path}`),
});
