/** Facts that many papers print beside their number. */
import { options, type PaperColumn, texts } from './paper.ts';

export const REFERENCED = texts('reference_number');
export const PAID: readonly PaperColumn[] = [...options('payment_type'), ...texts('account_fk')];
export const AT_RATE: readonly PaperColumn[] = [{ field: 'rate', kind: 'quantity' }];
