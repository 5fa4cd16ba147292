/** The payment fields of a sale's or purchase's answer: payments, returns, rest. */
import { printMoney, readMoney, ZERO } from '../../../domain/values/money.ts';
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

/**
 * The parts of what is owed: paid in money, returned, allowed afterwards, not due yet because its goods or its bill have
 * not come, not coming because the rest was closed, and the rest. Together they are the total and the costs beside it.
 * Undefined before the read model has the document, and for one that is not in force.
 */
export function owedFigures(data: Data) {
  const waits = ['not_due_amount', 'not_coming_amount'].some((name) => amountIn(data, name) !== ZERO);
  if (typeof data['payment_status'] !== 'string' && !waits) return undefined;
  const due = data['due_date'];
  const of = (name: string) => printMoney(amountIn(data, name));
  return {
    costs: of('costs_amount'),
    paid: of('paid'),
    returned: of('returned_amount'),
    allowed: of('allowed_amount'),
    notDue: of('not_due_amount'),
    notComing: of('not_coming_amount'),
    remaining: of('remaining'),
    dueDate: typeof due === 'string' ? due : undefined,
  };
}
