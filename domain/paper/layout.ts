/** The part of a paper's declaration that a client needs to lay it out. */
import type { PaperDocument } from './paper.schema.ts';
import type { Paper } from './paper.ts';

export function layoutOf({ name, title, party, table, goods, signatures, isReceipt }: Paper): PaperDocument['layout'] {
  return {
    name,
    ...(title ? { title } : {}),
    signatures: [...signatures],
    ...(table
      ? { table: { columns: [...table.columns], ...(table.further ? { further: [...table.further] } : {}) } }
      : {}),
    ...(goods ? { goods: [...goods] } : {}),
    ...(isReceipt ? { isReceipt } : {}),
    ...(party === 'customer_fk' ? { isForCustomers: true } : {}),
  };
}
