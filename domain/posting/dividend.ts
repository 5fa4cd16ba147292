/**
 * What a dividend posts (docs/accounting.md, section 5, "Stockholders").
 *
 * When it is declared:
 *   debit  retained earnings
 *   credit dividends payable     to each stockholder
 * When it is paid:
 *   debit  dividends payable
 *   credit cash
 */

import type { Posting } from '../entries/entry.ts';
import { postApproved, postPaid, type SharedAccounts } from '../entries/shared-amount.ts';
import type { Dividend, DividendLine, DividendPaid } from '../equity/dividend.ts';

const ACCOUNTS: SharedAccounts<DividendLine> = {
  debit: { key: 'retained-earnings' },
  payable: { key: 'dividends-payable' },
  party: ({ stockholder_fk }) => `stockholder-${stockholder_fk}`,
};

export const postDividend = (dividend: Dividend): Posting => postApproved(dividend, ACCOUNTS);

export const postDividendPayment = ({ dividend, ...paid }: DividendPaid): Posting => postPaid(dividend, paid, ACCOUNTS);
