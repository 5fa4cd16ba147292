/** The commission of a salesman as a document: its transitions, what it has in the books, and that none counts twice. */
import type { Claim } from '../kernel/claim.ts';
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postCommission, postCommissionPayment } from '../posting/salesman-commission.ts';
import {
  PayCommissionBody,
  type PayCommissionInput,
  SalesmanCommissionBody,
  type SalesmanCommissionInput,
} from './salesman-commission.schema.ts';
import {
  possible,
  SALESMAN_COMMISSION,
  type SalesmanCommissionCommand,
  type SalesmanCommissionEvent,
  type SalesmanCommissionState,
  salesmanCommission,
} from './salesman-commission.ts';

type State = SalesmanCommissionState;

export const salesmanCommissionDocument = declareDocument<State, SalesmanCommissionCommand, SalesmanCommissionEvent>({
  kind: SALESMAN_COMMISSION,
  resource: 'salesman_commissions',
  decider: salesmanCommission,
  body: SalesmanCommissionBody,
  create: (input: SalesmanCommissionInput) => [{ type: 'draft', input }],
  change: (input: SalesmanCommissionInput) => ({ type: 'change', input }),
  transitions: {
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    pay_out: {
      permission: 'pay',
      body: PayCommissionBody,
      command: (input: PayCommissionInput) => ({ type: 'pay_out', input }),
    },
    reverse: {
      permission: 'destroy',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'reverse', reason: body.reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  booked: (state) => {
    if (!isBooked(state)) return [];
    const { data, payment } = state;
    return [postCommission(data), ...(payment ? [postCommissionPayment(payment)] : [])];
  },
  claims,
  measures: (input) =>
    typeof input['salesman_fk'] === 'number' && typeof input['outlet_fk'] === 'number'
      ? {
          of: 'commission',
          salesman: input['salesman_fk'],
          outlet: input['outlet_fk'],
          to: String(input['to_date']),
        }
      : undefined,
  numbered: {
    event: 'salesman_commission.approved',
    prefix: 'SC-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.data.outlet_fk,
      date: state.status === 'none' ? '' : state.data.date,
    }),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.data.outlet_fk }),
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});

function isBooked(state: State): state is Extract<State, { payment: unknown }> {
  return state.status === 'approved' || state.status === 'paid';
}

/**
 * Each commission follows one, and only one follows each: two that were prepared side by side would count the same
 * sales. That the one before stands is kept by its link, as between a return and its sale.
 */
function claims(before: State, after: State, stream: string): readonly Claim[] {
  const action = isBooked(after) ? 'take' : 'release';
  if (isBooked(before) === isBooked(after) || after.status === 'none') return [];
  const { salesman_fk, outlet_fk, previous_salesman_commission_fk: previous } = after.data;
  const key = `${salesman_fk}:${outlet_fk}:${previous ?? 0}`;
  return [{ kind: 'unique', set: 'salesman_commission.after', key, owner: stream, action, field: 'to_date' }];
}
