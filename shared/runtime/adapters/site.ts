import { provide } from '#shared/runtime/build-ports.ts';
import { siteFiles } from '#shared/runtime/clients/site-files.ts';
import { env } from '#shared/runtime/env.ts';

provide('site', () => ({ siteFiles: siteFiles(env.siteDir), recordingsOrigin: env.recordingsOrigin }));
