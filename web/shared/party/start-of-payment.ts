/** `?replaces=12`: the payment to correct; `?settles=sale-12`: the document to pay; `?party=7`: who pays or is paid. */
import { readWholeNumber } from '../report/report-search.ts';

interface StartOfPayment {
  readonly replaces?: number;
  readonly settles?: string;
  readonly party?: number;
}

export function startOfPayment(search: Readonly<Record<string, unknown>>): StartOfPayment {
  const replaces = readWholeNumber(search['replaces']);
  const party = readWholeNumber(search['party']);
  const { settles } = search;
  return {
    ...(typeof replaces === 'number' ? { replaces } : {}),
    ...(typeof settles === 'string' && /^(sale|purchase)-[1-9]\d{0,9}$/.test(settles) ? { settles } : {}),
    ...(typeof party === 'number' ? { party } : {}),
  };
}
