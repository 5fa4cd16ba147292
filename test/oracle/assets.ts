/** What the oracle says about the depreciation of fixed assets, and about what a sold one is worth on its day. */
import type { AssetPurchase, AssetRevision } from '../../domain/assets/asset-purchase.ts';
import type { AssetSale } from '../../domain/assets/asset-sale.ts';
import type { Depreciation } from '../../domain/assets/depreciation.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { trueDateOf } from '../../domain/values/prior-period.ts';
import { type Fact, standing } from './books.ts';
import { inBooks, money, ratio, total } from './exact.ts';

type Log = readonly RecordedEvent[];
type Told = readonly [says: unknown, is: unknown];

/** The terms under which months are taken: from a month on, with the book value that is left for them. */
interface Terms {
  readonly first: number;
  readonly last: number;
  readonly kept: bigint;
  readonly percent: bigint | undefined;
}

/**
 * What is due after none, one, two, … months of its life, and on from each revision: straight, or a percent of each
 * year's first book value, until the straight line of what is left is as steep.
 */
function dueOf(events: Log, id: number, asset: AssetPurchase, position: bigint): bigint[] {
  const own = events.filter((event) => event.stream === `asset_purchase-${id}` && event.position < position);
  const completed = own.map(({ type }) => type).lastIndexOf('asset_purchase.completed');
  const revised = own
    .slice(completed)
    .filter(({ type }) => type === 'asset_purchase.revised')
    .map(({ data }) => data as AssetRevision);
  const cost = inBooks(money(asset.amount), asset) - money(asset.depreciated_amount);
  const percentOf = (text: string | undefined) => (text === undefined ? undefined : money(text));
  // It is in the currency of the purchase, and was in the system currency before it was told.
  const kept = money(asset.salvage_amount);
  const due = [0n];
  const all: Terms[] = [
    {
      first: 1,
      last: asset.useful_life_months,
      kept: asset.salvage_currency_fk === undefined ? kept : inBooks(kept, asset),
      percent: percentOf(asset.declining_percent),
    },
    ...revised.map((revision) => ({
      first: revision.month_number,
      last: revision.useful_life_months,
      kept: inBooks(money(revision.salvage_amount), asset),
      percent: percentOf(revision.declining_percent),
    })),
  ];
  all.forEach((terms, index) => {
    due.length = terms.first;
    const following = all[index + 1];
    takeMonths(due, cost, terms, Math.max(terms.last, (following?.first ?? 1) - 1));
  });
  return due;
}

function takeMonths(due: bigint[], cost: bigint, { first, last, kept, percent }: Terms, until: number): void {
  let month = first;
  while (month <= last) {
    const taken = due[month - 1] ?? 0n;
    const [book, left] = [cost - taken, BigInt(last - month + 1)];
    const year = left < 12n ? left : 12n;
    const share = percent === undefined ? 0n : ratio(ratio(book * percent, 1_000_000n) * year, 12n);
    const declining = share < book - kept ? share : book - kept;
    const isStraight = percent === undefined || ratio((book - kept) * year, left) >= declining;
    const [whole, over] = isStraight ? [book - kept, left] : [declining, year];
    for (let past = 1n; past <= over; past += 1n) due.push(taken + ratio(whole * past, over));
    month += Number(over);
  }
  // A life that is over before the next terms begin.
  while (due.length <= until) due.push(due.at(-1) ?? 0n);
}

/** The day that counts: of what was entered late for a closed year, its true one. */
const dayOf = (of: { readonly date: string }): string => trueDateOf(of) ?? of.date;

const boughtAs = (facts: readonly Fact[], id: number): AssetPurchase =>
  facts.find(({ stream, type }) => stream === `asset_purchase-${id}` && type === 'asset_purchase.completed')
    ?.data as AssetPurchase;

/** Every month until the day that was not entered: what is due at its end, less what is due at the end before. */
export function monthsOf(events: Log, of: Depreciation, position: bigint): Told {
  const facts = standing(events, position - 1n);
  const entered = facts.flatMap(({ type, data }) => {
    const before = data as Depreciation;
    if (type !== 'depreciation.completed') return [];
    return before.lines.map((line) => `${line.asset_purchase_fk} ${line.month ?? dayOf(before).slice(0, 7)}`);
  });
  const assets = [...new Set(of.lines.map(({ asset_purchase_fk }) => asset_purchase_fk))];
  const is = assets.flatMap((id) => {
    const asset = boughtAs(facts, id);
    const due = dueOf(events, id, asset, position);
    const day = new Date(`${dayOf(asset).slice(0, 7)}-01T00:00:00Z`);
    return due
      .slice(1)
      .map((amount, index) => {
        day.setUTCMonth(day.getUTCMonth() + 1);
        return { month: `${id} ${day.toISOString().slice(0, 7)}`, amount: amount - (due[index] ?? 0n) };
      })
      .filter(({ month }) => month.slice(-7) <= dayOf(of).slice(0, 7) && !entered.includes(month))
      .map(({ month, amount }) => `${month} ${amount}`);
  });
  return [of.lines.map(({ asset_purchase_fk, month, amount }) => `${asset_purchase_fk} ${month} ${money(amount)}`), is];
}

/** Compares the cost of a sold asset, its depreciation until then, and the depreciation due on the day of the sale. */
export function assetWorth(events: Log, of: AssetSale, position: bigint): Told {
  const facts = standing(events, position - 1n);
  const asset = boughtAs(facts, of.asset_purchase_fk);
  const months = facts
    .filter(({ type }) => type === 'depreciation.completed')
    .flatMap(({ data }) => (data as Depreciation).lines)
    .filter(({ asset_purchase_fk }) => asset_purchase_fk === of.asset_purchase_fk);
  const before = total(months.map(({ amount }) => money(amount)));
  const cost = inBooks(money(asset.amount), asset);
  const [year = 0, month = 0, day = 0] = dayOf(of).split('-').map(Number);
  const [boughtIn = 0, boughtMonth = 0] = dayOf(asset).split('-').map(Number);
  const due = dueOf(events, of.asset_purchase_fk, asset, position);
  const after = (count: number) => due[Math.min(count, due.length - 1)] ?? 0n;
  const at = year * 12 + month - boughtIn * 12 - boughtMonth;
  const ofMonth = after(at) - after(at - 1);
  const days = BigInt(new Date(Date.UTC(year, month, 0)).getUTCDate());
  const is = at < 1 ? 0n : after(at - 1) + ratio(ofMonth * BigInt(day), days);
  return [
    [of.cost_amount, of.depreciated_amount, of.depreciation_amount].map((amount) => `${money(amount)}`),
    [cost, before, is - before].map(String),
  ];
}
