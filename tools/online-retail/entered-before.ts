/**
 * The content of the business before the import: documents of this file and of others, records with the codes of the
 * file.
 */
import type pg from 'pg';
import { readRate } from '../../domain/values/rate.ts';
import type { Meaning } from './classify.ts';
import { keyOfFile } from './client.ts';
import type { PlannedDocument } from './plan.ts';
import type { SourceLine } from './read.ts';
import { commandIdOf } from './send.ts';

const KINDS: Readonly<Record<Meaning, string>> = {
  sale: 'sale',
  sale_return: 'sale_return',
  write_off: 'direct_adjustment',
  expense: 'expense',
};

export interface EnteredBefore {
  /** Ids of the commands that created the outlet's documents. */
  readonly commands: ReadonlySet<string>;
  /** Commands by kind of document and invoice: `sale 536365`. */
  readonly invoices: ReadonlyMap<string, readonly string[]>;
}

export async function enteredBefore(pool: pg.Pool, outlet: number): Promise<EnteredBefore> {
  const { rows } = await pool.query<{ invoice: string; command: string; counts: boolean }>(
    `select d.kind || ' ' || coalesce(d.reference_number, '') as invoice, e.command_id as command, d.status <> 'discarded' as counts
     from read.document d join read.event e on e.kind = d.kind and e.entity_id = d.id and e.revision = 0
     where d.outlet_fk = $1`,
    [outlet],
  );
  const counted = Map.groupBy(
    rows.filter(({ counts }) => counts),
    ({ invoice }) => invoice,
  );
  return {
    commands: new Set(rows.map(({ command }) => command)),
    invoices: new Map([...counted].map(([invoice, of]) => [invoice, of.map(({ command }) => command)])),
  };
}

type Keyed = Pick<PlannedDocument, 'key' | 'meaning' | 'invoice' | 'lines'>;

/** Each fee of an invoice is a separate expense. */
export const expenseKeyOf = ({ key }: Keyed, { row }: SourceLine): string => `${key}:${row}`;

/** Keys of the commands that enter a document: for expenses, one for each line. */
export function keysOf(document: Keyed): string[] {
  const { key, meaning, lines } = document;
  return meaning === 'expense' ? lines.map((line) => expenseKeyOf(document, line)) : [key];
}

/** True for an invoice in the books that no run of this file has entered. */
export function isOfAnotherFile({ invoices }: EnteredBefore, fileId: string, document: Keyed): boolean {
  const there = invoices.get(`${KINDS[document.meaning]} ${document.invoice}`);
  if (there === undefined) return false;
  const own = keysOf(document).map((key) => commandIdOf(keyOfFile(fileId, key)));
  return !own.some((command) => there.includes(command));
}

/** Ids of active records by their unchanged code. */
export async function idsByCode(pool: pg.Pool, kind: 'customer' | 'expense_type'): Promise<Map<string, number>> {
  const field = kind === 'customer' ? 'code' : 'type_name';
  const { rows } = await pool.query<{ id: number; code: string }>(
    `select id, data ->> $2 as code from read.record where kind = $1 and active and data ->> $2 is not null`,
    [kind, field],
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

export interface ItemThere {
  readonly id: number;
  readonly units: readonly number[];
}

/** Active items by their code in capitals. */
export async function itemsByCode(pool: pg.Pool): Promise<Map<string, ItemThere>> {
  const { rows } = await pool.query<{ id: number; code: string; units: number[] }>(
    `select id, upper(data ->> 'item_code') as code,
       array(select (unit ->> 'unit_fk')::int from jsonb_array_elements(data -> 'item_units') unit) as units
     from read.record where kind = 'item' and active and data ->> 'item_code' is not null`,
  );
  return new Map(rows.map(({ code, ...item }) => [code, item]));
}

/** Active exchange rates: `2010-12-31 11700000`, the rate with its four decimals. */
export async function ratesByDay(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: number; date: string; rate: string }>(
    `select id, data ->> 'date' as date, data ->> 'rate' as rate
     from read.record where kind = 'currency_rate' and active order by id desc`,
  );
  return new Map(rows.map(({ id, date, rate }) => [rateKey(date, rate), id]));
}

export const rateKey = (date: string, rate: string): string => `${date} ${readRate(rate)}`;
