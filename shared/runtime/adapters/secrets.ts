import type { CapabilityPorts } from '#shared/ports/capabilities.ts';
import { DECLARED_SECRETS } from '#shared/ports/secrets.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';

for (const name of DECLARED_SECRETS) {
  const capability = `secret:${name}` as const;
  provide(capability, () => {
    const reader = secretReader(name);
    return { [`${name}Secret`]: reader } as unknown as CapabilityPorts[typeof capability];
  });
}
