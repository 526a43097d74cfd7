import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { provide } from '#shared/runtime/build-ports.ts';

provide('numberingPlan', () => ({ numberingOf }));
