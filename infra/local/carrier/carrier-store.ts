import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { emptyJournal, inTransaction, openDatabase } from '#infra/local/database/sqlite.ts';
import type { PlannedEvent } from './calls/call-events.ts';
import type { SimulatedCall } from './calls/simulated-call.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS calls (call_control_id TEXT PRIMARY KEY, command_id TEXT UNIQUE, call TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, call_control_id TEXT NOT NULL, due_at INTEGER NOT NULL,
    payload TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS events_by_call ON events (call_control_id, id);
  CREATE TABLE IF NOT EXISTS commands (command_id TEXT PRIMARY KEY, result TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sold_numbers (
    phone_number TEXT PRIMARY KEY, order_reference TEXT NOT NULL UNIQUE, provider_number_id TEXT NOT NULL);
  -- No command is named so any more: the name held a number that no call leads to.
  DELETE FROM commands WHERE command_id LIKE 'dial to %';
`;

/** An event that its receiver has not accepted yet; `dueAt` in epoch milliseconds. */
export interface UndeliveredEvent {
  id: number;
  dueAt: number;
  payload: string;
  failures: number;
}

interface SoldNumber {
  phoneNumber: string;
  orderReference: string;
  providerNumberId: string;
}

interface ReplacedCourse {
  /** Events due later than this are dropped. Epoch milliseconds. */
  eventsAfter: number;
  /** The obeyed command. */
  commandId: string;
}

/** The stored result of an obeyed command. */
export const OBEYED = 'ok';

type Row = Record<string, unknown>;

export type CarrierStore = ReturnType<typeof openCarrierStore>;

/** Ways to forget what is kept of a call. */
const removals = (database: DatabaseSync) => {
  const unrecord = database.prepare(
    "UPDATE calls SET call = json_set(call, '$.recordingEnabled', json('false')) WHERE call_control_id = ?",
  );
  const removeLinks = database.prepare(
    "DELETE FROM events WHERE call_control_id = ? AND payload ->> 'type' = 'call.recording.saved'",
  );
  const removeEvents = database.prepare('DELETE FROM events WHERE call_control_id = ?');
  const removeCall = database.prepare('DELETE FROM calls WHERE call_control_id = ?');
  const removeAll = (callControlId: string, ...statements: StatementSync[]): void => {
    inTransaction(database, () => {
      for (const statement of statements) statement.run(callControlId);
    });
    emptyJournal(database);
  };
  return {
    /** Undelivered links to it go with a recording. */
    removeRecording: (callControlId: string): void => removeAll(callControlId, unrecord, removeLinks),
    removeCall: (callControlId: string): void => removeAll(callControlId, removeEvents, removeCall),
  };
};

/** The carrier's memory: calls, undelivered events, obeyed commands and sold numbers. */
export const openCarrierStore = (stateDir: string) => {
  const database = openDatabase(join(stateDir, 'carrier.db'), SCHEMA);
  const statement = (sql: string) => database.prepare(sql);
  const putCall = statement('INSERT OR REPLACE INTO calls (call_control_id, command_id, call) VALUES (?, ?, ?)');
  const callById = statement('SELECT call FROM calls WHERE call_control_id = ?');
  const callByCommand = statement('SELECT call FROM calls WHERE command_id = ?');
  const addEvent = statement('INSERT INTO events (call_control_id, due_at, payload) VALUES (?, ?, ?)');
  const dropFuture = statement('DELETE FROM events WHERE call_control_id = ? AND due_at > ?');
  const firstEvent = statement(
    'SELECT id, due_at, payload, failures FROM events WHERE call_control_id = ? ORDER BY id LIMIT 1',
  );
  const waitingCalls = statement('SELECT DISTINCT call_control_id FROM events');
  const removeEvent = statement('DELETE FROM events WHERE id = ?');
  const countFailure = statement('UPDATE events SET failures = failures + 1 WHERE id = ?');
  const commandResult = statement('SELECT result FROM commands WHERE command_id = ?');
  const putCommand = statement('INSERT OR REPLACE INTO commands (command_id, result) VALUES (?, ?)');
  const saleOf = statement('SELECT * FROM sold_numbers WHERE phone_number = ? OR order_reference = ?');
  const sell = statement(
    'INSERT INTO sold_numbers (phone_number, order_reference, provider_number_id) VALUES (?, ?, ?)',
  );

  const saleOfReference = statement('SELECT * FROM sold_numbers WHERE order_reference = ?');
  const takeBack = statement('DELETE FROM sold_numbers WHERE provider_number_id = ?');

  const parseSale = (row: Row): SoldNumber => ({
    phoneNumber: String(row.phone_number),
    orderReference: String(row.order_reference),
    providerNumberId: String(row.provider_number_id),
  });
  const parseCall = (row: Row | undefined): SimulatedCall | undefined =>
    row && (JSON.parse(String(row.call)) as SimulatedCall);

  return {
    call: (callControlId: string) => parseCall(callById.get(callControlId)),
    callOfCommand: (commandId: string) => parseCall(callByCommand.get(commandId)),

    /** Writes a call and its events in one transaction; `replaced` drops the events of an earlier course. */
    saveCall(call: SimulatedCall, events: PlannedEvent[], replaced?: ReplacedCourse): void {
      inTransaction(database, () => {
        putCall.run(call.callControlId, call.commandId, JSON.stringify(call));
        if (replaced) {
          dropFuture.run(call.callControlId, replaced.eventsAfter);
          putCommand.run(replaced.commandId, OBEYED);
        }
        for (const { dueAt, payload } of events) addEvent.run(call.callControlId, dueAt, JSON.stringify(payload));
      });
    },

    ...removals(database),

    firstEvent(callControlId: string): UndeliveredEvent | undefined {
      const row = firstEvent.get(callControlId);
      if (!row) return undefined;
      return {
        id: Number(row.id),
        dueAt: Number(row.due_at),
        payload: String(row.payload),
        failures: Number(row.failures),
      };
    },
    callsWithEvents: (): string[] => waitingCalls.all().map((row) => String(row.call_control_id)),
    removeEvent: (id: number) => void removeEvent.run(id),
    countFailure: (id: number) => void countFailure.run(id),

    resultOfCommand: (commandId: string): string | undefined =>
      commandResult.get(commandId)?.result as string | undefined,

    /** Sales of the number or under the reference: at most two rows. */
    sales: (phoneNumber: string, orderReference: string): SoldNumber[] =>
      saleOf.all(phoneNumber, orderReference).map(parseSale),
    saleUnder(orderReference: string): SoldNumber | undefined {
      const row = saleOfReference.get(orderReference);
      return row && parseSale(row);
    },
    isSold: (phoneNumber: string): boolean => saleOf.get(phoneNumber, '') !== undefined,
    sell: (sale: SoldNumber) => void sell.run(sale.phoneNumber, sale.orderReference, sale.providerNumberId),
    /** False if it was not sold. */
    takeBack: (providerNumberId: string): boolean => takeBack.run(providerNumberId).changes > 0,

    close: () => database.close(),
  };
};
