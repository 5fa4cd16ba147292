/** The payment fields of a sale's or purchase's answer: payments, returns, rest. */
import { printMoney, readMoney, ZERO } from '../../../domain/kernel/money.ts';
import { settledOnAccount } from '../../../domain/parties/settled-on-account.ts';
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

/** Undefined before the read model has the document. */
export function owedFigures(data: Data) {
  if (typeof data['payment_status'] !== 'string') return undefined;
  const isOnAccount = data['payment_type'] === 'on_account';
  const { paid, returned } = isOnAccount
    ? settledOnAccount({ payments: paymentsIn(data), returns: returnsIn(data) })
    : { paid: amountIn(data, 'paid'), returned: ZERO };
  const due = data['due_date'];
  return {
    paid: printMoney(paid),
    returned: printMoney(returned),
    remaining: printMoney(amountIn(data, 'remaining')),
    dueDate: typeof due === 'string' ? due : undefined,
  };
}
