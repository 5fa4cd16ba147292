/** Goods given free on a paper that has no column for them. */

const ZERO = /^0(\.0+)?$/;

/** Goods given free have the quantity 0, so their free quantity is printed. Quantities are decimal texts. */
export const printedQuantity = (quantity: string | null, free: string | null | undefined): string | null =>
  quantity !== null && ZERO.test(quantity) ? (free ?? quantity) : quantity;
