import { TextField } from '#functions/dashboard/site/components/fields.tsx';
import type { Form } from '#functions/dashboard/site/components/use-form.ts';

export interface WindowAndLimits {
  windowStart: string;
  windowEnd: string;
  timezone: string;
  maxConcurrentCalls: string;
  maxAttemptsPerContact: string;
  retryDelayMinutes: string;
}

const ZONES = Intl.supportedValuesOf('timeZone');

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When a campaign dials, how many at once, and how often it tries somebody. */
export const WindowFields = ({ form }: { form: Pick<Form<WindowAndLimits>, 'bind'> }) => (
  <>
    <TextField
      label="Window start"
      type="time"
      hint="Without a window, at any time that your calling hours allow."
      {...form.bind('windowStart', 'callWindowStart')}
    />
    <TextField label="Window end" type="time" {...form.bind('windowEnd', 'callWindowEnd')} />
    <TextField
      label="Time zone"
      suggestions={ZONES}
      hint="In which the window is read."
      {...form.bind('timezone', 'callWindowTimezone')}
    />
    <TextField label="Concurrent calls" type="number" min={1} {...form.bind('maxConcurrentCalls')} />
    <TextField label="Attempts per contact" type="number" min={1} {...form.bind('maxAttemptsPerContact')} />
    <TextField label="Retry delay (minutes)" type="number" min={0} {...form.bind('retryDelayMinutes')} />
  </>
);
