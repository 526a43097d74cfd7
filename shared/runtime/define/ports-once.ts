import type { Capability, Ports } from '#shared/runtime/capabilities.ts';
import { buildPorts } from './build-ports.ts';

/** Ports are built when they are first asked for, and kept. */
export const portsOnce = <Uses extends Capability>(uses: readonly Uses[]): (() => object & Ports<Uses>) => {
  let ports: (object & Ports<Uses>) | undefined;
  return () => {
    ports ??= buildPorts(uses) as object & Ports<Uses>;
    return ports;
  };
};
