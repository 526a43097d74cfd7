export const ACTOR_TYPES = ['api_key', 'session', 'operator'] as const;

/** Who did something: an API key, a session of the dashboard, or whoever has the command line. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  id: string;
  /** The creator's name for the key, also of a session's key. */
  name: string;
}

/** Whoever works on the command line, under the name that they go by there. */
export const operatorNamed = (name: string): Actor => ({ type: 'operator', id: 'command_line', name });

/** An operator who gave no name. */
export const OPERATOR: Actor = operatorNamed('Command line');
