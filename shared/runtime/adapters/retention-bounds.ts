import { provide } from '#shared/runtime/build-ports.ts';
import { retentionBounds } from '#shared/runtime/env.ts';

provide('retentionBounds', () => ({ retentionBounds: retentionBounds() }));
