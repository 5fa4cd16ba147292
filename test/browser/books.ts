/** The postings of a document, read over HTTP, in the words of a bookkeeper. */
import type { Shop } from './shop.ts';

export type Data = Readonly<Record<string, unknown>>;

/** The newest document of a resource. */
export async function last(shop: Shop, resource: string): Promise<Data> {
  const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
  const [row] = (data as { data: Data[] }).data;
  return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
}

interface EffectLine {
  readonly account_key: string;
  readonly account_name: string | null;
  readonly party_name: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly currency_fk: number;
  readonly foreign_amount: string;
}

/**
 * Lines like `inventory Main 303750` and `cash Cash USD -780165 (-520.11)`: credits with a minus, foreign amounts in
 * parentheses.
 */
export async function posted(shop: Shop, resource: string, id: unknown): Promise<readonly string[]> {
  const { data } = await shop.api('GET', `${resource}/${id}/effect`);
  return (data as { entry: EffectLine[] }).entry.map((line) => {
    const of = line.party_name ?? line.account_name;
    const base = line.credit === '0' ? line.debit : `-${line.credit}`;
    const foreign = line.currency_fk === 1 ? '' : ` (${line.foreign_amount})`;
    return `${line.account_key}${of ? ` ${of}` : ''} ${base}${foreign}`;
  });
}

/** Movements like `Item 1001 +20 = 303750`: the quantity and its value. */
export async function moved(shop: Shop, resource: string, id: unknown): Promise<readonly string[]> {
  const { data } = await shop.api('GET', `${resource}/${id}/effect`);
  const { stock } = data as { stock: { item_name: string; quantity: string; value: string }[] };
  return stock.map(({ item_name, quantity, value }) => `${item_name} ${quantity} = ${value}`);
}
