import { deployment } from './deployment.ts';
import { readMeasuredUsage } from './measured-usage.ts';
import { HELP, OptionError, readCostOptions } from './options.ts';
import { othersUsd, printedBill } from './print.ts';
import { reckonCalls, reckonIdleMonth, total } from './reckon.ts';

const run = (): void => {
  const options = readCostOptions(process.argv.slice(2));
  if (options.isHelpWanted) {
    console.log(HELP);
    return;
  }
  const measured = readMeasuredUsage();
  const calls = reckonCalls(measured, options);
  const idle = reckonIdleMonth(measured.sweep, deployment());
  const minutes = options.calls * options.answered * options.minutes;
  const others = othersUsd(minutes);
  if (options.isJson) {
    const usd = { calls: total(calls), idle_month: total(idle), all: total(calls) + total(idle) };
    console.log(
      JSON.stringify({ usd, others_usd: others, minutes, of_calls: calls, of_idle_month: idle }, undefined, 2),
    );
    return;
  }
  console.log(printedBill({ options, calls, idle, others, minutes }));
};

try {
  run();
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
