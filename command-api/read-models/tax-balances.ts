/** Tax balances of an outlet, and its payments of tax. */
import type { PaidTax, TaxBalances } from '../../domain/cash/tax-payment.ts';
import type { CurrentQuery } from './named-query.ts';

/**
 * Tax of lines until the end of a day, less every payment of tax, whatever its day, so that a payment for a later
 * period is not repeated. `output` and `input` are account numbers.
 */
export const TAX_BALANCES: CurrentQuery<[outlet: number, to: string, output: number, input: number], TaxBalances> = {
  name: 'tax of an outlet at the end of a day',
  staleness: 'position of the decision',
  sql: `select trim_scale(coalesce(-sum(base) filter (where account = $3), 0))::text as output,
    trim_scale(coalesce(sum(base) filter (where account = $4), 0))::text as input
  from read.journal_line
  where account in ($3, $4) and outlet_fk = $1 and (effective_date <= $2 or document_kind = 'tax_payment')`,
};

/** Payments to the authority that stand, of periods that begin by the end of the asked one. Days are compared as ISO texts. */
export const PAID_TAX: CurrentQuery<[outlet: number, to: string], PaidTax> = {
  name: 'payments of tax of an outlet, with their periods',
  staleness: 'position of the decision',
  sql: `select id, number, data ->> 'from_date' as from_date, data ->> 'to_date' as to_date
    from read.document
    where kind = 'tax_payment' and status = 'complete' and (data ->> 'outlet_fk')::int = $1 and data ->> 'from_date' <= $2
      and data ->> 'tax_direction' is null
    order by id`,
};
