import { callIdOfState } from '#shared/domain/call/client-state.ts';

interface CallPayload {
  data?: { client_state?: unknown; id?: unknown };
}

/** The call that an event tells its receiver of, from the bytes that are sent; undefined of other events. */
export const callOfPayload = (payload: string): string | undefined => {
  const { data: { client_state: state, id } = {} } = JSON.parse(payload) as CallPayload;
  if (typeof state === 'string') return callIdOfState(state);
  return typeof id === 'string' && id.startsWith('call_') ? id : undefined;
};
