import type { ComponentChildren } from 'preact';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { Loading } from '#functions/dashboard/site/components/table.tsx';

interface ReadState<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface StateProps<Data> {
  of: ReadState<Data>;
  children: (data: Data) => ComponentChildren;
}

/** What was read, once it is there; until then that it is on its way, or in words why it does not come. */
export const State = <Data,>({ of: { data, error, refetch }, children }: StateProps<Data>) => {
  if (data !== undefined && error === null) return <>{children(data)}</>;
  if (error === null) return <Loading />;
  return (
    <>
      <div class="banner bad" role="alert">
        <p>{problemOf(error).words}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
      {data !== undefined && children(data)}
    </>
  );
};
