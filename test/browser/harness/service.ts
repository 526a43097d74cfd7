interface JourneyService {
  stateDir: string;
  baseUrl: string;
}

const VARIABLE = 'BROWSER_JOURNEY_SERVICE';

let end: () => Promise<void> = async () => undefined;

/** Tells the processes that run journeys where the service is. */
export const announceService = (service: JourneyService, kill: () => Promise<void>): void => {
  process.env[VARIABLE] = JSON.stringify(service);
  end = kill;
};

export const endService = (): Promise<void> => end();

export const service = (): JourneyService => JSON.parse(process.env[VARIABLE] ?? '{}') as JourneyService;
