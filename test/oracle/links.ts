/**
 * Compares the claims on links between documents with the log. A document has one link for each posted document that
 * refers to it, and `OUT` more while it has a number and no postings. These claims refuse the reversal of a sale that
 * has a return.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { worked } from './books.ts';

const OUT = 1_000_000;
/** These documents are in force without postings, so they do not get `OUT`. */
const APART = /^(online_order|purchase_order|asset_disposal|quotation|recalculation|payment_reminder|warranty_claim)-/;
/** A purchase knows its landed costs, and an order the purchases that took its advances: these claim no links on it. */
const LINKS_NOTHING = /^(landed_cost|purchase_order)-/;
const NAMES = /"(?:previous_)?(sale|purchase|sale_transfer|salesman_commission|drawer|asset_purchase)_fk":(\d+)/g;

export async function misclaimedLinks(
  store: CommandStore,
  events: readonly RecordedEvent[],
  nameOf: (account: number) => string,
): Promise<string[]> {
  const is = linksOf(events, nameOf);
  const claimed = await store.levels('link:', 100_000);
  const said = new Map(claimed.map(({ key, total }) => [key.slice('link:'.length), Number(total)]));
  return [...new Set([...is.keys(), ...said.keys()])]
    .filter((stream) => (is.get(stream) ?? 0) !== (said.get(stream) ?? 0))
    .map((stream) => `on ${stream} stand ${is.get(stream) ?? 0}, and ${said.get(stream) ?? 0} are claimed`);
}

function linksOf(events: readonly RecordedEvent[], nameOf: (account: number) => string): ReadonlyMap<string, number> {
  const links = new Map<string, number>();
  const add = (stream: string, more: number) => links.set(stream, (links.get(stream) ?? 0) + more);
  const { facts, entries } = worked(events, events.at(-1)?.position ?? 0n, nameOf);
  const inBooks = new Set(entries.map(({ document }) => document));
  for (const [stream, [first]] of Map.groupBy(facts, (fact) => fact.stream)) {
    if (!inBooks.has(stream) || LINKS_NOTHING.test(stream)) continue;
    for (const [, kind, id] of JSON.stringify(first?.data).matchAll(NAMES)) add(`${kind}-${id}`, 1);
    // The sale of an asset refers to the depreciations that it counts.
    const { depreciations = [] } = (first?.data ?? {}) as { readonly depreciations?: readonly number[] };
    for (const id of depreciations) add(`depreciation-${id}`, 1);
  }
  const numbered = events.filter(({ data }) => typeof (data as { readonly number?: unknown }).number === 'string');
  for (const stream of new Set(numbered.map((event) => event.stream))) {
    if (!inBooks.has(stream) && !APART.test(stream)) add(stream, OUT);
  }
  return links;
}
