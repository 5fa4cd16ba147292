/**
 * A receipt of the outlet for a refund at a till, also when another till sold it: the paid amount of each line, the
 * payments, and earlier refunds. Costs and postings are not included.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { BatchNames } from '../../domain/batches/batch-names.ts';
import { NO_NOTES, notesOf, notesPrefix } from '../../domain/batches/batch-notes.ts';
import { documentTotals } from '../../domain/pricing/totals.ts';
import type { SaleLine } from '../../domain/sales/sale-events.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { totalOf } from '../../domain/till/receipts/part-refund.ts';
import { type CompleteReceipt, POS_SALE } from '../../domain/till/receipts/pos-sale.ts';
import type { PosPayment } from '../../domain/till/receipts/pos-sale-events.ts';
import { foldedNumber, movedBatches } from '../../domain/values/batch.ts';
import { isObject } from '../../domain/values/members.ts';
import { add, type Money, printMoney, ZERO } from '../../domain/values/money.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { pathOf } from '../../identity/request-parts.ts';
import { answering } from '../http/answer-schemas.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { modelsAt, READ_WAIT_MS } from '../read-models/models-at.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { RECEIPT_OF_OUTLET, RECEIPT_OF_PIECE } from '../read-models/till-receipts.ts';
import { enrolledDevice } from './device-request.ts';

const Params = Type.Object({ number: Type.String() });

const Payments = Type.Array(
  Type.Object({
    method: Type.Enum(['cash', 'app', 'credit']),
    /** In its own currency; payments other than cash are in the system currency. */
    amount: Type.String(),
    /** Only of foreign cash. */
    rate: Type.Optional(Type.String()),
  }),
);
const DISCOUNT = Type.Object({ type: Type.Enum(['amount', 'percent']), value: Type.String() });
const BATCH = Type.Object({
  batch_number: Nullable(Type.String()),
  expire_date: Nullable(Type.String()),
  quantity: Type.String(),
});
/** Free goods of a line; absent when there are none. */
const BONUS = Type.Optional(Type.String());
const ANSWER = answering(
  Type.Object(
    {
      id: Type.Integer(),
      number: Nullable(Type.String()),
      date: Type.String(),
      customer_fk: Nullable(Type.Integer()),
      /** Discount of the whole receipt. */
      discount: Nullable(DISCOUNT),
      /** Promotions that reward the whole receipt with its discount. */
      promotions: Type.Array(Type.Object({ promotion_fk: Type.Integer() })),
      lines: Type.Array(
        Type.Object({
          line_id: Type.Integer(),
          item_fk: Type.Integer(),
          unit_fk: Type.Integer(),
          quantity: Type.String(),
          bonus_quantity: BONUS,
          price: Type.String(),
          discount: Nullable(DISCOUNT),
          promotion_fk: Nullable(Type.Integer()),
          note: Nullable(Type.String()),
          /** The sold batches in base units, in their order; absent when there are none. */
          batches: Type.Optional(Type.Array(BATCH)),
          /** The line's shares of discounts, its tax, and its paid amount. */
          discount_amount: Type.String(),
          tax_amount: Type.String(),
          total_amount: Type.String(),
        }),
      ),
      payments: Payments,
      /** In the system currency. */
      change: Type.String(),
      /** Earlier refunds, at any till or in the back office. */
      refunds: Type.Array(
        Type.Object({
          /** UUID of the till entry; null for a refund in the back office. */
          uuid: Nullable(Type.String()),
          lines: Type.Array(
            Type.Object({
              line: Type.Integer(),
              /** Goods may come back in another unit than they were sold in. */
              unit_fk: Type.Integer(),
              quantity: Type.String(),
              bonus_quantity: BONUS,
              /** What was paid back for it. */
              total_amount: Type.String(),
            }),
          ),
          payments: Payments,
        }),
      ),
    },
    { title: 'TillReceipt' },
  ),
);

type Routes = Pick<IdentityRoutes, 'identity' | 'commands'>;

export function receiptRoutes(app: FastifyInstance, routes: Routes) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/till/receipts/:number',
      config: { permission: 'anonymous', authority: 'enrolled_device' },
      schema: {
        operationId: 'showTillReceipt',
        summary: 'A receipt of the outlet of this till, by the number on its paper, or by the serial number of a piece',
        tags: ['till'],
        params: Params,
        response: ANSWER,
      },
      handler: async (request) => {
        const device = await enrolledDevice(request, routes);
        const { number } = pathOf(request, Params);
        return { data: await receiptOf(number, device.outlet_fk, routes) };
      },
    }),
  ];
}

async function foundBy(number: string, outlet: number, pool: Routes['commands']['pool']) {
  const [numbered] = await askIfBuilt(pool, RECEIPT_OF_OUTLET, number, outlet);
  if (numbered) return numbered;
  const [ofPiece] = await askIfBuilt(pool, RECEIPT_OF_PIECE, foldedNumber(number), outlet);
  return ofPiece;
}

/**
 * Throws Refusal `not_found` when no paid receipt of the outlet has the number, and StoreUnavailable while nobody can say
 * so: a receipt that was stored a moment ago is not in the models yet.
 */
async function receiptOf(number: string, outlet: number, { commands }: Routes) {
  const { pool, store } = commands;
  let found = await foundBy(number, outlet, pool);
  if (!found) {
    await modelsAt(pool, await store.head(), READ_WAIT_MS);
    found = await foundBy(number, outlet, pool);
  }
  const stream = `${POS_SALE}-${found?.id ?? 0}`;
  const state = found && (await commands.handler.states.read([stream])).get(stream)?.state;
  if (!found || !isReceipt(state)) throw new Refusal('not_found', []);
  return answerOf(found.id, state, await namesOf(state, commands.store));
}

/** The names of the batches of a receipt. */
async function namesOf({ data }: CompleteReceipt, store: Pick<ClaimStore, 'levels'>): Promise<BatchNames> {
  const items = movedBatches(data).length === 0 ? [] : [...new Set(data.lines.map(({ item_fk }) => item_fk))];
  const notes = new Map(
    await Promise.all(items.map(async (item) => [item, notesOf(await store.levels(notesPrefix(item)))] as const)),
  );
  return new BatchNames({ batchNotes: (item) => notes.get(item) ?? NO_NOTES });
}

const isReceipt = (state: unknown): state is CompleteReceipt =>
  isObject(state) && (state['status'] === 'complete' || state['status'] === 'refunded');

function answerOf(id: number, { data, number, refund, refunds }: CompleteReceipt, names: BatchNames) {
  const { date, customer_fk, payments } = data;
  const totals = documentTotals(data);
  return {
    id,
    number,
    date,
    customer_fk,
    discount: data.discount,
    promotions: (data.promotions ?? []).flatMap(({ promotion_fk }) =>
      data.lines.some((line) => line.promotion_fk === promotion_fk) ? [] : [{ promotion_fk }],
    ),
    lines: data.lines.flatMap((line, index) => {
      const amounts = totals.lines[index];
      if (!amounts) return [];
      const { line_id, item_fk, unit_fk, quantity, price, discount, promotion_fk, note } = line;
      const moved = movedBatches(data).filter(({ move_line_id }) => move_line_id === line_id);
      const batches = names.byName(item_fk, moved);
      return {
        line_id,
        item_fk,
        unit_fk,
        quantity,
        ...bonusOf(line),
        price,
        discount,
        promotion_fk: promotion_fk ?? null,
        note: note ?? null,
        ...(batches.length > 0 ? { batches } : {}),
        discount_amount: printMoney(add(amounts.itemDiscount, amounts.invoiceDiscount)),
        tax_amount: printMoney(amounts.tax),
        total_amount: printMoney(add(amounts.net, amounts.tax)),
      };
    }),
    payments: payments.map(paidBy),
    change: data.change_amount ?? '0',
    refunds: [
      ...(refund ? [{ uuid: null, lines: wholeLines(data), payments: payments.map(paidBy) }] : []),
      ...refunds.map((part) => ({
        uuid: part.device?.uuid ?? null,
        lines: part.lines.map((line) => returned(line, totalOf([line]))),
        payments: part.payments.map(paidBy),
      })),
    ],
  };
}

const paidBy = ({ method, amount, rate }: PosPayment) => ({ method, amount, ...(rate === null ? {} : { rate }) });
type Counted = Pick<SaleLine, 'line_id' | 'unit_fk' | 'quantity' | 'bonus_quantity'>;
const returned = (line: Counted, total: Money) => ({
  line: line.line_id,
  unit_fk: line.unit_fk,
  quantity: line.quantity,
  ...bonusOf(line),
  total_amount: printMoney(total),
});
/** Everything, at its paid amounts. */
const wholeLines = (receipt: CompleteReceipt['data']) => {
  const totals = documentTotals(receipt);
  return receipt.lines.map((line, index) => {
    const { net = ZERO, tax = ZERO } = totals.lines[index] ?? {};
    return returned(line, add(net, tax));
  });
};
const bonusOf = ({ bonus_quantity }: Pick<Counted, 'bonus_quantity'>) => (bonus_quantity ? { bonus_quantity } : {});
