import type { CapabilityPorts } from '#shared/ports/capabilities.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { sqsSender } from '#shared/runtime/clients/queue-sender.ts';
import { env } from '#shared/runtime/env.ts';
import { QUEUE_NAMES, QUEUES } from '#shared/schemas/messages.ts';

for (const name of QUEUE_NAMES) {
  const capability = `${name}Queue:send` as const;
  provide(capability, () => {
    const sender = sqsSender<unknown>(env[`${name}QueueUrl`], QUEUES[name]);
    return { [`${name}Queue`]: sender } as unknown as CapabilityPorts[typeof capability];
  });
}
