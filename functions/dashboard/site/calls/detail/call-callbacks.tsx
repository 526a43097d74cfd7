import { useRead } from '#functions/dashboard/site/api/query.ts';
import type { Call } from '#functions/dashboard/site/calls/call.ts';
import { resultOf } from '#functions/dashboard/site/calls/call-words.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { callbackAmong, callbackListing } from './callbacks.ts';

/** The call on which this one was asked for, and the one that was asked for on this one. */
export const Callbacks = ({ call }: { call: Call }) => {
  const listed = useRead('listCalls', callbackListing(call));
  const callback = callbackAmong(call, listed.data?.calls);
  return (
    <>
      {call.callback_of !== null && (
        <p class="banner">
          <span>
            A callback, asked for on an <a href={`/calls/${call.callback_of}`}>earlier call</a>.
          </span>
        </p>
      )}
      {callback && (
        <p class="banner">
          <span>
            Asked to be called back: <a href={`/calls/${callback.id}`}>callback</a> at{' '}
            <When at={callback.scheduled_at} />
          </span>
          <Badge status={resultOf(callback)} />
        </p>
      )}
    </>
  );
};
