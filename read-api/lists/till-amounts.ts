/**
 * Amounts that lists of the tills show beside the document: the trade and the difference of each drawer, the returned
 * amount of each receipt and the code of its cashier.
 */
import { sql } from 'kysely';
import { postDrawerClosed } from '../../domain/posting/drawer.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import type { Closing } from '../../domain/till/drawer-events.ts';
import { totalOf } from '../../domain/till/receipts/part-refund.ts';
import { POS_SALE } from '../../domain/till/receipts/pos-sale.ts';
import type { PartRefund } from '../../domain/till/receipts/pos-sale-events.ts';
import { listOf, membersOf } from '../../domain/values/members.ts';
import { type Money, money, negate, printMoney, sum, ZERO } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { countsBlind, isClosing } from './counted-blind.ts';
import type { Row } from './names.ts';

type Beside = (reader: Reader | Snapshot, ids: readonly number[], person: Person) => Promise<(id: number) => Row>;

/** Adds the amounts to drawers and receipts; other kinds remain unchanged. */
export async function withTillAmounts(
  reader: Reader | Snapshot,
  kind: string,
  rows: readonly Row[],
  person: Person,
): Promise<readonly Row[]> {
  const beside = BESIDE[kind];
  if (!beside || rows.length === 0) return rows;
  const ofRow = await beside(
    reader,
    rows.map((row) => Number(row['id'])),
    person,
  );
  return rows.map((row) => ({ ...row, ...ofRow(Number(row['id'])) }));
}

const BESIDE: Readonly<Record<string, Beside>> = { [DRAWER]: ofDrawers, [POS_SALE]: ofReceipts };

/**
 * Amounts are in the system currency. `difference` is positive for an overage, and null until the drawer is closed; so is
 * `sold` for whoever counts it blind.
 */
async function ofDrawers(reader: Reader | Snapshot, ids: readonly number[], person: Person) {
  const [{ rows: sold }, { rows: closings }] = await Promise.all([
    sql<{ id: number; count: number; total: string }>`
      select (d.data ->> 'drawer_fk')::int as id, count(*)::int as count, trim_scale(sum(d.total_base))::text as total
      from read.document d where d.kind = ${POS_SALE} and d.status in ('complete', 'refunded')
        and (d.data ->> 'drawer_fk')::int = any(${[...ids]}::int[]) group by 1`.execute(reader),
    sql<{ id: number; closing: unknown }>`
      select d.id, d.data -> 'closing' as closing from read.document d
      where d.kind = ${DRAWER} and d.id = any(${[...ids]}::int[])`.execute(reader),
  ]);
  const trade = new Map(sold.map((row) => [row.id, row]));
  const closed = new Map(closings.map(({ id, closing }) => [id, closing]));
  return (id: number) => {
    const { count = 0, total = '0' } = trade.get(id) ?? {};
    const closing = closed.get(id);
    return {
      receipts: count,
      sold: countsBlind(person, closing) ? null : total,
      difference: isOfDrawer(closing) ? printMoney(overOrShort(closing)) : null,
    };
  };
}

/** As posted: a shortage is a debit, in either account. */
const overOrShort = (closing: Closing): Money =>
  negate(
    sum(
      postDrawerClosed(closing)
        .lines.filter(({ account }) => account.key === 'cash-over-short' || account.key === 'staff-receivable')
        .map(({ base }) => base),
    ),
  );

interface Receipt {
  readonly id: number;
  readonly status: string;
  readonly total: string;
  readonly refund: unknown;
  readonly refunds: unknown;
  readonly code: string | null;
}

async function ofReceipts(reader: Reader | Snapshot, ids: readonly number[]) {
  const { rows } = await sql<Receipt>`
    select d.id, d.status, d.total::text as total, d.data -> 'refund' as refund, d.data -> 'refunds' as refunds,
      u.data ->> 'user_code' as code
    from read.document d
    left join read.record u on u.kind = 'user' and u.id::text = d.created_by
    where d.kind = ${POS_SALE} and d.id = any(${[...ids]}::int[])`.execute(reader);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id: number) => {
    const { status, total = '0', refund, refunds, code = null } = found.get(id) ?? {};
    const parts = listOf(refunds)
      .filter(isRefund)
      .map(({ lines }) => totalOf(lines));
    // Goods taken back without a receipt are returned as a whole.
    const returned = sum([...parts, refund || status === 'returned' ? money(total) : ZERO]);
    return { returned_amount: printMoney(returned), cashier_code: code };
  };
}

// The read model stores the deciders' states unchanged.
const isOfDrawer = (value: unknown): value is Closing => isClosing(value);
const isRefund = (value: unknown): value is Pick<PartRefund, 'lines'> => Array.isArray(membersOf(value)['lines']);
