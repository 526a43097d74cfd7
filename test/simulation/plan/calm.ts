/** A campaign that dials from its run to its end. */
export const UNHINDERED = { window: null, scheduledStartMinutes: null, maxCalls: null, isFinished: true };

/** A world in which nothing goes wrong and nobody interferes. */
export const CALM = { intensity: 0, actions: [], inbound: [], webhookOutages: [], accountFaults: [], shortages: [] };
