/** The cash transfer as a document: its one transition, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { postCashTransfer } from '../posting/cash-transfer.ts';
import { ReasonBody } from '../sales/sale.schema.ts';
import { CashTransferBody, type CashTransferInput } from './cash-transfer.schema.ts';
import {
  CASH_TRANSFER,
  type CashTransferCommand,
  type CashTransferEvent,
  type CashTransferState,
  cashTransfer,
  possible,
} from './cash-transfer.ts';

export const cashTransferDocument = declareDocument<CashTransferState, CashTransferCommand, CashTransferEvent>({
  kind: CASH_TRANSFER,
  resource: 'cash_transactions',
  decider: cashTransfer,
  body: CashTransferBody,
  create: (input: CashTransferInput) => [{ type: 'complete', input }],
  transitions: {
    reverse: {
      permission: 'destroy',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'reverse', reason: body.reason }),
    },
  },
  possible,
  booked: (state, stream) => (state.status === 'complete' ? [postCashTransfer(state.transfer, stream)] : []),
  numbered: {
    event: 'cash_transfer.completed',
    prefix: 'TT-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.transfer.outlet_fk,
      date: state.status === 'none' ? '' : state.transfer.date,
    }),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.transfer.outlet_fk }),
  takenBack: { stock: 'protected', cash: 'no_enough_balance' },
});
