/** Every report whose figures are explained. */
import type { ExplainedReport } from '../made.ts';
import { cashFlowExplained } from './cash-flow.ts';
import { goodsExplained } from './goods.ts';
import { ledgersExplained } from './ledgers.ts';
import { partiesExplained } from './parties.ts';
import { salesExplained } from './sales.ts';
import { statementsExplained } from './statements.ts';
import { taxExplained } from './tax.ts';
import { trialBalanceExplained } from './trial-balance.ts';

export const explainedReports: readonly ExplainedReport[] = [
  trialBalanceExplained,
  ...ledgersExplained,
  ...statementsExplained,
  cashFlowExplained,
  ...partiesExplained,
  ...goodsExplained,
  ...salesExplained,
  taxExplained,
];
