/** `?replaces=12`: the payment to correct; `?settles=sale-12`: the document to pay. */
import { readWholeNumber } from '../report/report-search.ts';

interface StartOfPayment {
  readonly replaces?: number;
  readonly settles?: string;
}

export function startOfPayment(search: Readonly<Record<string, unknown>>): StartOfPayment {
  const replaces = readWholeNumber(search['replaces']);
  const { settles } = search;
  return {
    ...(typeof replaces === 'number' ? { replaces } : {}),
    ...(typeof settles === 'string' && /^(sale|purchase)-[1-9]\d{0,9}$/.test(settles) ? { settles } : {}),
  };
}
