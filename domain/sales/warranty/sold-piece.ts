/** What is known of the sale of a piece, and until when its warranty lasts. */
import { pieceKey, pieceState } from '../../batches/pieces.ts';
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import { itemNames } from '../../pricing/item-names.ts';
import { foldedNumber, hasSerials } from '../../values/batch.ts';
import type { Issues } from '../../values/refusal.ts';
import { isPosted, SALE, type SaleState } from '../sale.ts';
import { warrantyOfLine } from '../warranty.ts';
import type { ReceivedClaim, WarrantyClaim } from './warranty-claim-events.ts';

/** The last sale of a piece in the books: the result of the query `sold_piece`. */
export interface SoldPiece {
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly date: string;
  /** Of the line that sold it. */
  readonly warranty_months: number | null;
  /** Of an earlier claim that gave the piece to the customer: the end of the warranty of the first sale. */
  readonly warranty_until: string | null;
}

export type Sold = Pick<ReceivedClaim, 'sold_document' | 'sold_number' | 'sold_date' | 'warranty_until'>;

const UNKNOWN: Sold = { sold_document: null, sold_number: null, sold_date: null, warranty_until: null };

/** `claimed:5:356938035643809` is 1 while a claim about the piece is under way. */
export const claimedKey = (item: number, number: string): string =>
  `claimed:${item}:${encodeURIComponent(foldedNumber(number))}`;

/** Of the piece by its number, of the named sale, or by the day that the customer's receipt tells. */
export function soldFacts(claim: WarrantyClaim, facts: Facts): Sold {
  const item = facts.record<ItemData>('item', claim.item_fk)?.data;
  if (claim.serial_number !== null) {
    const sold = soldPieceIn(facts.queryResult);
    if (sold) {
      return {
        sold_document: `${sold.document_kind}-${sold.document_id}`,
        sold_number: sold.number,
        sold_date: sold.date,
        warranty_until: sold.warranty_until ?? warrantyOfLine(sold.date, sold.warranty_months),
      };
    }
  }
  const sale = claim.sale_fk === null ? undefined : facts.document<SaleState>(SALE, claim.sale_fk);
  if (sale && isPosted(sale)) {
    const line = sale.sale.lines.find(({ item_fk }) => item_fk === claim.item_fk);
    return {
      sold_document: `${SALE}-${claim.sale_fk}`,
      sold_number: sale.number,
      sold_date: sale.sale.date,
      warranty_until: warrantyOfLine(sale.sale.date, line?.warranty_months),
    };
  }
  if (claim.sold_date === null) return UNKNOWN;
  return {
    ...UNKNOWN,
    sold_date: claim.sold_date,
    warranty_until: warrantyOfLine(claim.sold_date, item?.warranty_months),
  };
}

/** The sale must have sold the item, and be in the books. */
export function checkSale({ sale_fk, item_fk }: WarrantyClaim, facts: Facts, issues: Issues): void {
  if (sale_fk === null) return;
  const sale = facts.document<SaleState>(SALE, sale_fk);
  if (!sale) issues.add('sale_fk', 'unknown_record');
  else if (!isPosted(sale) || !sale.sale.lines.some((line) => line.item_fk === item_fk))
    issues.add('sale_fk', 'sale_without_item');
}

/** Asks about what is unusual of a piece that is handed in; a second claim about a piece under way is refused. */
export function askAboutPiece(claim: WarrantyClaim, sold: Sold, facts: Facts, issues: Issues): void {
  const item = facts.record<ItemData>('item', claim.item_fk)?.data;
  if (!item) return;
  const { serial_number: number } = claim;
  const params = { ...itemNames(item), ...(number === null ? {} : { batch: number }) };
  const ask = (field: string, message: string, values: Record<string, string> = params) => {
    if (!facts.confirmed) issues.ask(field, message, values);
  };
  if (number !== null && hasSerials(item)) {
    if (Number(facts.level(claimedKey(claim.item_fk, number))) > 0)
      issues.add('serial_number', 'serial_claimed_already', params);
    if (pieceState(facts.level(pieceKey(claim.item_fk, number))) === 'in_stock')
      ask('serial_number', 'claimed_serial_in_stock');
  }
  // The customer's receipt tells the day of a piece without a number; a number that nobody sold is another thing.
  if (sold.sold_document === null && (number !== null || sold.sold_date === null))
    ask(number === null ? 'item_fk' : 'serial_number', 'claim_without_sale');
  if (sold.warranty_until !== null && sold.warranty_until < claim.date)
    ask('date', 'warranty_over', { ...params, value: sold.warranty_until });
  else if (sold.sold_date !== null && sold.warranty_until === null) ask('item_fk', 'no_warranty');
}

const isSoldPiece = (value: unknown): value is SoldPiece =>
  typeof value === 'object' && value !== null && 'document_kind' in value && 'document_id' in value && 'date' in value;

const soldPieceIn = (result: unknown): SoldPiece | undefined => (isSoldPiece(result) ? result : undefined);
