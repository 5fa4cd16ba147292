/**
 * Quantities that a person is asked about before they are taken: one above the limit of the settings, and digits that are
 * a code of goods too, which a slow scanner may have typed into the field.
 */
import { isCodeOfGoods } from '../../../domain/catalogue/code.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Terms } from './goods.ts';
import type { AskedQuantity, SaleStore } from './sale-store.ts';

/** A shorter number is hardly a code. */
const CODE_LENGTH_MIN = 3;
export const mayBeCode = (typed: string): boolean => /^\d+$/.test(typed) && typed.length >= CODE_LENGTH_MIN;

/** No quantity begins with a zero before other digits or has as many digits as a barcode; codes of scanners do. */
export const isCodeOnly = (typed: string): boolean => /^0\d/.test(typed.trim()) || isCodeOfGoods(typed);

export const isAboveLimit = (count: string, { quantity_limit }: Pick<Terms, 'quantity_limit'>): boolean =>
  quantity_limit !== null && quantity(count) > quantity(quantity_limit);

export type Wanted = Omit<AskedQuantity, 'coded'>;

/** Takes the quantity that a scan or a person names, or asks about it. */
export function takeQuantity(store: SaleStore, wanted: Wanted, terms: Pick<Terms, 'quantity_limit'>): void {
  if (isAboveLimit(wanted.quantity, terms)) store.set({ asked: { ...wanted, coded: null } });
  else store.edit(wanted.change);
}
