/** Tax balances of an outlet. */
import type { TaxQueryResult } from '../../domain/cash/tax-payment.ts';
import type { CurrentQuery } from './named-query.ts';

/**
 * Tax of lines until the end of a day, less every payment of tax, whatever its day, so that a payment for a later
 * period is not repeated. `output` and `input` are account numbers.
 */
export const TAX_BALANCES: CurrentQuery<[outlet: number, to: string, output: number, input: number], TaxQueryResult> = {
  name: 'tax of an outlet at the end of a day',
  staleness: 'position of the decision',
  sql: `select trim_scale(coalesce(-sum(base) filter (where account = $3), 0))::text as output,
    trim_scale(coalesce(sum(base) filter (where account = $4), 0))::text as input
  from read.journal_line
  where account in ($3, $4) and outlet_fk = $1 and (effective_date <= $2 or document_kind = 'tax_payment')`,
};
