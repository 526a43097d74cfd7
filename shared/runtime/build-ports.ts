import type { Capability, CapabilityPorts, Ports } from '#shared/ports/capabilities.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const builders = new Map<Capability, () => object>();

/**
 * Says how the port of a capability is built. The files of `adapters/` call this when they are loaded; a Lambda's
 * bundle holds only those of the capabilities it declares, so no function carries a client that it may not use.
 */
export const provide = <C extends Capability>(capability: C, build: () => CapabilityPorts[C]): void => {
  builders.set(capability, build);
};

/** The ports of the capabilities a function declares, and no others. */
const buildPorts = (uses: readonly Capability[]): object =>
  Object.assign(
    {},
    ...uses.map((capability) => {
      const build = builders.get(capability);
      if (!build) throw new Error(`No adapter for the capability "${capability}" was loaded.`);
      return build();
    }),
  );

/**
 * Ports are built when they are first asked for, and kept: at synthesis functions are loaded without an environment.
 */
export const portsOnce = <const Uses extends Capability>(uses: readonly Uses[]): (() => object & Ports<Uses>) => {
  let ports: (object & Ports<Uses>) | undefined;
  return () => {
    ports ??= buildPorts(uses) as object & Ports<Uses>;
    return ports;
  };
};

/** For what every request does: authentication, tenancy and idempotency. */
export const sharedTable = (): TableWriter => (buildPorts(['table:write']) as { table: TableWriter }).table;
