import { webhookUrlProblem } from '#shared/domain/webhook/url.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { env } from '#shared/runtime/env.ts';

provide('webhookUrls', () => {
  const allowLoopback = env.webhookAllowLoopback === 'true';
  return { webhookUrlProblem: (url) => webhookUrlProblem(url, allowLoopback) };
});
