/** The payment fields of a sale's or purchase's answer: payments, returns, rest. */
import { money, printMoney, readMoney, sum, ZERO } from '../../../domain/kernel/money.ts';
import { listThatFits } from '../api/wire.ts';

type Data = Readonly<Record<string, unknown>>;

/** The document is null without the permission to see it. */
export interface Payment {
  readonly document: string | null;
  readonly document_kind: string | null;
  readonly document_id: number | null;
  readonly number: string | null;
  readonly date: string;
  readonly amount: string;
}

export interface Return {
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly date: string;
  readonly status: string;
  readonly payment_type: string | null;
  readonly amount: string;
}

export const paymentsIn = (data: Data) => listThatFits<Payment>(data['payments'], { date: 'string', amount: 'string' });
export const returnsIn = (data: Data) =>
  listThatFits<Return>(data['returns'], { document: 'string', amount: 'string' });

const amountIn = (data: Data, name: string) => readMoney(String(data[name] ?? '')) ?? ZERO;

/** Undefined before the read model has the document. Returns on account are credits, not payments. */
export function owedFigures(data: Data) {
  if (typeof data['payment_status'] !== 'string') return undefined;
  const onAccount = data['payment_type'] === 'on_account';
  const returned = onAccount
    ? sum(
        returnsIn(data)
          .filter(({ status, payment_type }) => status === 'complete' && payment_type === 'on_account')
          .map(({ amount }) => money(amount)),
      )
    : ZERO;
  const paid = onAccount ? sum(paymentsIn(data).map(({ amount }) => money(amount))) : amountIn(data, 'total');
  const due = data['due_date'];
  return {
    paid: printMoney(paid),
    returned: printMoney(returned),
    remaining: printMoney(amountIn(data, 'remaining')),
    dueDate: typeof due === 'string' ? due : undefined,
  };
}
