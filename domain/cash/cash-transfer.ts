/**
 * A transfer of money from one cash box or bank account to another, in one currency or between two. It is complete at
 * once and can be reversed.
 */
import { moneyDecider } from '../documents/immediate.ts';
import { CASH_TRANSFER } from './cash-transfer-events.ts';
import { cashTransferFacts } from './cash-transfer-rules.ts';

export const cashTransfer = moneyDecider(CASH_TRANSFER, cashTransferFacts);
