/** Facts that many papers print beside their number. */
import { days, options, type PaperColumn, texts } from './paper.ts';

export const REFERENCED = texts('reference_number');
/** What was given of the other currency. */
export const MONEY_GIVEN: PaperColumn = { field: 'paid_amount', kind: 'amount', currency: 'paid_currency_fk' };
export const PAID: readonly PaperColumn[] = [...options('payment_type'), ...texts('account_fk'), MONEY_GIVEN];
/** The day by which a document on account is to be paid. */
export const DUE = days('due_date');
export const AT_RATE: readonly PaperColumn[] = [{ field: 'rate', kind: 'quantity' }];
