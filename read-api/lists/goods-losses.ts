/** The cost of documents that remove goods without a sale: a sum of the stock ledger, for users who may see cost. */
import { sql } from 'kysely';
import { ARRIVAL_STEP, MISSING } from '../../domain/batches/arriving-batches.ts';
import { documents } from '../../domain/registry/documents.ts';
import { isTransfer } from '../../domain/registry/four-eyes.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { seesCost } from '../http/scope.ts';
import type { Row } from './names.ts';

/** Transfers, whose goods may be written off on their way. */
const MOVING: ReadonlySet<string> = new Set(documents.filter(isTransfer).map(({ kind }) => kind));
/** Documents without a loss of their own in their data. */
const LOSING: ReadonlySet<string> = new Set(['asset_disposal', 'inventory_adjustment', 'direct_adjustment', ...MOVING]);

export const moves = (kind: string): boolean => MOVING.has(kind);

/** Some of the goods of a transfer were written off on their way. */
const WRITTEN_OFF = sql`coalesce(d.data @? '$.receipts[*].missing[*]', false)`;

/** A charge of them to a person stands: one after the write-off, or that of the write-off itself. */
const CHARGED = sql`coalesce(case when d.data ? 'charges' then d.data @? '$.charges[*] ? (@.standing == true)'
  else d.data @? '$.receipts[*].charged_user_fk' end, false)`;

/** The filters of transfers by their missing goods. */
export const MISSING_GOODS = {
  written_off: { kind: 'flag', value: WRITTEN_OFF, sort: null },
  charged: { kind: 'flag', value: CHARGED, sort: null },
} as const;

export const showsLoss = (kind: string): boolean => LOSING.has(kind);

/** Missing goods are moved in and out again; of both only the way out has such a number. */
const ofMissing = sql`s.move_line > ${sql.lit(ARRIVAL_STEP)} and s.move_line % ${sql.lit(ARRIVAL_STEP)} > ${sql.lit(MISSING)}`;

/** Adds `loss_amount` to each row: positive for a loss, negative for a gain; null without the permission. */
export async function withLosses(
  reader: Reader | Snapshot,
  kind: string,
  rows: readonly Row[],
  person: Person,
): Promise<readonly Row[]> {
  if (!showsLoss(kind)) return rows;
  if (rows.length === 0 || !seesCost(person)) return rows.map((row) => ({ ...row, loss_amount: null }));
  const { rows: losses } = await sql<{ id: number; amount: string }>`
    select s.document_id as id, -sum(s.value) as amount from read.stock_line s
    where s.document_kind = ${kind} and ${moves(kind) ? ofMissing : sql`true`} and s.document_id = any(${rows.map((row) => Number(row['id']))}::int[])
    group by 1`.execute(reader);
  const amounts = new Map(losses.map(({ id, amount }) => [id, amount]));
  return rows.map((row) => ({ ...row, loss_amount: amounts.get(Number(row['id'])) ?? '0' }));
}
