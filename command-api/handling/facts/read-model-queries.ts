/** Runs the read model queries of decisions. */
import type { Pool } from 'pg';
import type { AssetLives } from '../../../domain/assets/asset-life.ts';
import { unreachable } from '../../../domain/deciding/decider.ts';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import type { UnbilledInOutlet } from '../../../domain/ledger/journals-on-accruals.ts';
import type { PaidPeriod } from '../../../domain/people/paid-periods.ts';
import type { OwedInOutlet } from '../../../domain/people/repaid-debts.ts';
import type { SoldPiece } from '../../../domain/sales/warranty/sold-piece.ts';
import type { SentCost } from '../../../domain/stock/transit/charged-missing.ts';
import { type Batch, foldedNumber } from '../../../domain/values/batch.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { type EventStore, StoreUnavailable } from '../../../event-store/port.ts';
import { DEPRECIATED_MONTHS, GONE_ASSETS } from '../../read-models/asset-lives.ts';
import { LEVELS_BELOW } from '../../read-models/categories-below.ts';
import { CODES_LIKE_LABELS, type CodeOfItem } from '../../read-models/codes-of-items.ts';
import { EARNINGS } from '../../read-models/earnings.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { OWED_IN_OUTLETS, PAID_PERIODS } from '../../read-models/paid-periods.ts';
import { SENT_COSTS } from '../../read-models/sent-costs.ts';
import { SOLD_PIECE } from '../../read-models/sold-piece.ts';
import { TOLD_BATCHES } from '../../read-models/told-batches.ts';
import { REMITTED_MONEY, type RemittedMoney, UNBILLED } from '../../read-models/waiting-on-accounts.ts';
import type { DecisionReads } from '../decision-reads.ts';
import { commissionQuery } from './commission-query.ts';
import { documentsUnderWay } from './documents-under-way.ts';
import { foreignBalances } from './foreign-balances.ts';
import type { QueryRunner } from './on-demand-facts.ts';
import { namedRecords, sameNames } from './same-names.ts';
import { numberedDocuments } from './supplier-numbers.ts';
import { taxAndPayments } from './tax-query.ts';

export function readModelQueriesFrom(pool: Pool, store: Pick<EventStore, 'head'>): QueryRunner {
  return async (requested, reads) => {
    // The decider refuses an invalid calendar day; PostgreSQL would throw an error.
    if ('to' in requested && !readDate(requested.to)) return undefined;
    switch (requested.of) {
      case 'commission':
        // Documents stored after this query count for the next commission, which refers to this one as its
        // predecessor.
        return commissionQuery(pool, store, requested);
      case 'earnings':
        return earnings(pool, store, requested.until, reads);
      case 'remitted_money':
        return remittedMoney(pool, store, requested, reads);
      case 'unbilled':
        return unbilled(pool, store, requested.outlets, reads);
      case 'sent_costs':
        return sentCosts(pool, store, requested.document);
      case 'foreign_balances':
        return foreignBalances({ pool, store, reads, to: requested.to }, requested.outlet);
      case 'levels_below':
        return levelsBelow(pool, store, requested.category, reads);
      case 'codes_like_labels':
        return codesLikeLabels(pool, store, requested.prefixes, reads);
      case 'documents_under_way':
        return documentsUnderWay(pool, store, requested.states, reads);
      case 'same_names': {
        const rows = await namedRecords(pool, store, requested, { waitMs: READ_WAIT_MS, reads });
        return sameNames(rows, requested);
      }
      case 'supplier_numbers':
        return numberedDocuments(pool, store, requested, reads);
      case 'asset_lives':
        return assetLives(pool, store, requested.purchases, reads);
      case 'paid_periods':
        return paidPeriods(pool, store, requested, reads);
      case 'told_batches':
        return toldBatches(pool, store, requested.item);
      case 'sold_piece':
        return soldPiece(pool, store, requested);
      case 'tax':
        return taxAndPayments({ pool, store, reads, to: requested.to }, requested.outlet);
      default:
        return unreachable(requested);
    }
  };
}

/**
 * Depreciation and sale of assets from other documents, including all events stored so far. Empty when there are no
 * read models yet. Throws StoreUnavailable while they are behind.
 */
async function assetLives(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  purchases: readonly number[],
  reads: Pick<DecisionReads, 'kind'>,
): Promise<AssetLives> {
  const head = await store.head();
  for (const kind of ['depreciation', 'asset_sale']) reads.kind(kind, String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return { depreciated: [], gone: [] };
  return {
    depreciated: await askCurrent(pool, DEPRECIATED_MONTHS, at, purchases),
    gone: await askCurrent(pool, GONE_ASSETS, at, purchases),
  };
}

/**
 * Barcodes of active items that could be labels of scales, including all events stored so far. Empty when there are no
 * read models yet. Throws StoreUnavailable while they are behind.
 */
async function codesLikeLabels(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  prefixes: readonly string[],
  reads: Pick<DecisionReads, 'kind'>,
): Promise<readonly CodeOfItem[]> {
  const head = await store.head();
  reads.kind('item', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  return at ? askCurrent(pool, CODES_LIKE_LABELS, at, prefixes) : [];
}

/**
 * What was earned until the end of a day and not distributed, including all events stored so far. Undefined when there
 * are no read models yet. Throws StoreUnavailable while they are behind.
 */
async function earnings(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  until: string,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<string | undefined> {
  if (!readDate(until)) return undefined;
  const head = await store.head();
  // Two dividends at the same moment do not both take the rest.
  reads.kind('dividend', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  return at && (await askCurrent(pool, EARNINGS, at, until))[0]?.earned;
}

/**
 * What an account of money on its way holds, including all events stored so far. Undefined before read models exist, and
 * while they are behind: a question keeps nobody from entering what happened.
 */
async function remittedMoney(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { account, own }: Extract<ReadModelQuery, { of: 'remitted_money' }>,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<RemittedMoney | undefined> {
  const head = await store.head();
  reads.kind('remittance', String(head));
  try {
    const at = await modelsAt(pool, head, READ_WAIT_MS);
    return at && (await askCurrent(pool, REMITTED_MONEY, at, account, own))[0];
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/**
 * What waits for bills or goods in outlets, including all events stored so far. Undefined before read models exist, and
 * while they are behind, as for money on its way.
 */
async function unbilled(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  outlets: readonly number[],
  reads: Pick<DecisionReads, 'kind'>,
): Promise<readonly UnbilledInOutlet[] | undefined> {
  const head = await store.head();
  // Two journals at the same moment do not both clear the same.
  reads.kind('general_journal', String(head));
  try {
    const at = await modelsAt(pool, head, READ_WAIT_MS);
    return at && (await askCurrent(pool, UNBILLED, at, outlets));
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** What a transfer cost when it was sent, in every event stored so far. Throws StoreUnavailable while models are behind. */
async function sentCosts(pool: Pool, store: Pick<EventStore, 'head'>, document: string): Promise<readonly SentCost[]> {
  const at = await modelsAt(pool, await store.head(), READ_WAIT_MS);
  return at ? askCurrent(pool, SENT_COSTS, at, document) : [];
}

/** Bound of the walk in case of a cycle that was stored by mistake. */
const LEVELS_MAX = 16;

/**
 * Number of levels of categories below one, including all events stored so far. 0 when there are no read models yet.
 * Throws StoreUnavailable while they are behind.
 */
async function levelsBelow(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  category: number,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<number> {
  const head = await store.head();
  reads.kind('category', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return 0;
  const [row] = await askCurrent(pool, LEVELS_BELOW, at, category, LEVELS_MAX);
  return row?.levels ?? 0;
}

/**
 * Persons with pay for some days of a period, and what persons owe in each outlet, including all events stored so far.
 * Empty when there are no read models yet. Throws StoreUnavailable while they are behind.
 */
async function paidPeriods(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { from, until, owing, on }: Extract<ReadModelQuery, { of: 'paid_periods' }>,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<{ readonly periods: readonly PaidPeriod[]; readonly owed: readonly OwedInOutlet[] }> {
  const head = await store.head();
  reads.kind('payroll', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return { periods: [], owed: [] };
  const periods = await askCurrent(pool, PAID_PERIODS, at, from, until);
  const parties = owing.map((user) => `user-${user}`);
  return { periods, owed: parties.length === 0 ? [] : await askCurrent(pool, OWED_IN_OUTLETS, at, parties, on) };
}

/**
 * The batches of an item that documents ever moved, including all events stored so far. What is told after the query
 * are batches on hand, which a decision reads from their levels. Empty when there are no read models yet. Throws
 * StoreUnavailable while they are behind.
 */
async function toldBatches(pool: Pool, store: Pick<EventStore, 'head'>, item: number): Promise<readonly Batch[]> {
  const at = await modelsAt(pool, await store.head(), READ_WAIT_MS);
  return at ? askCurrent(pool, TOLD_BATCHES, at, item) : [];
}

/**
 * The last sale of a piece, including all events stored so far. Undefined when there is none, or there are no read models yet.
 * Throws StoreUnavailable while they are behind.
 */
async function soldPiece(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { item, serial_number }: Extract<ReadModelQuery, { of: 'sold_piece' }>,
): Promise<SoldPiece | undefined> {
  const at = await modelsAt(pool, await store.head(), READ_WAIT_MS);
  if (!at) return undefined;
  return (await askCurrent(pool, SOLD_PIECE, at, item, foldedNumber(serial_number)))[0];
}
