/** The commission of a salesman as a document: its number, its postings, and the claim that no sale counts twice. */

import type { Claim } from '../../deciding/claim.ts';
import { isApproved } from '../../documents/approved.ts';
import { declareApproved } from '../../documents/lifecycle.ts';
import { RULES } from '../../entries/rules.ts';
import { days, texts } from '../../paper/paper.ts';
import { voucher } from '../../paper/voucher.ts';
import { postCommission, postCommissionPayment } from '../../posting/salesman-commission.ts';
import { fields, list, object } from '../../schemas/held-fields.schema.ts';
import { PayOutBody } from '../../schemas/paid-out.schema.ts';
import { SalesmanCommissionBody } from './salesman-commission.schema.ts';
import { type SalesmanCommissionState, salesmanCommission } from './salesman-commission.ts';
import { SALESMAN_COMMISSION } from './salesman-commission-events.ts';

type State = SalesmanCommissionState;

export const salesmanCommissionDocument = declareApproved({
  kind: SALESMAN_COMMISSION,
  resource: 'salesman_commissions',
  folder: 'sales',
  decider: salesmanCommission,
  body: SalesmanCommissionBody,
  papers: voucher('salesman_commission', [...texts('salesman_fk'), ...days('to_date')]),
  held: {
    data: fields(
      `from_date previous_salesman_commission_fk last_salesman_commission_fk known_position currency_fk commission_type
      basis amount quota_period`,
      {
        slices: list('above percentage'),
        sources: list('source amount'),
        periods: list('from_date counted_before earned_before basis amount'),
      },
    ),
    since: () => ({
      payment: object('outlet_fk salesman_fk currency_fk system_currency_fk amount date time account_fk account_type'),
    }),
  },
  paymentBody: PayOutBody,
  post: postCommission,
  postPayment: postCommissionPayment,
  rule: RULES.commission,
  paymentRule: RULES.commissionPayment,
  claims,
  carriesSums: true,
  measures: (input) =>
    typeof input['salesman_fk'] === 'number' && typeof input['outlet_fk'] === 'number'
      ? {
          of: 'commission',
          salesman: input['salesman_fk'],
          outlet: input['outlet_fk'],
          to: String(input['to_date']),
        }
      : undefined,
  prefix: 'SC-',
});

/**
 * Each commission has one predecessor, and each predecessor one successor: otherwise two commissions prepared at the
 * same time would count the same sales. The link keeps the predecessor from being reversed, as between a sale and its
 * return.
 */
function claims(before: State, after: State, stream: string): readonly Claim[] {
  const action = isApproved(after) ? 'take' : 'release';
  if (isApproved(before) === isApproved(after) || after.status === 'none') return [];
  const { salesman_fk, outlet_fk, previous_salesman_commission_fk: previous } = after.data;
  const key = `${salesman_fk}:${outlet_fk}:${previous ?? 0}`;
  const claim = { kind: 'unique', set: 'salesman_commission.after', owner: stream, action, field: 'to_date' } as const;
  // With quotas over a period, the commissions of all outlets follow one another.
  const inAll = after.data.periods ? [`${salesman_fk}:all:${after.data.last_salesman_commission_fk ?? 0}`] : [];
  return [key, ...inAll].map((taken): Claim => ({ ...claim, key: taken }));
}
