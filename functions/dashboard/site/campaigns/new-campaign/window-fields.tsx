import type { WindowAndLimits } from '#functions/dashboard/site/campaigns/window-values.ts';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import type { Binding } from '#functions/dashboard/site/components/form/use-form.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

interface WindowFieldsProps {
  /** Connects a field with the form's value, under the request's name for it. */
  bind: (name: keyof WindowAndLimits, requestField?: string) => Binding<string>;
}

/** When a campaign dials, how many at once, and how often it tries somebody. */
export const WindowFields = ({ bind }: WindowFieldsProps) => (
  <>
    <TextField
      label="Window start"
      type="time"
      hint="Without a window, at any time that your calling hours allow."
      {...bind('windowStart', 'callWindowStart')}
    />
    <TextField label="Window end" type="time" {...bind('windowEnd', 'callWindowEnd')} />
    <TextField
      label="Time zone"
      suggestions={ZONES}
      hint="In which the window is read."
      {...bind('timezone', 'callWindowTimezone')}
    />
    <TextField label="Concurrent calls" type="number" min={1} {...bind('maxConcurrentCalls')} />
    <TextField label="Attempts per contact" type="number" min={1} {...bind('maxAttemptsPerContact')} />
    <TextField label="Retry delay (minutes)" type="number" min={0} {...bind('retryDelayMinutes')} />
  </>
);
