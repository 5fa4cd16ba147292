/** The purchase return as a document: its number, its postings, and its claims on the purchase. */

import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { declareDocument, type Following } from '../documents/document.ts';
import type { OwnParts } from '../documents/own-parts.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import type { Posting } from '../entries/entry.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { PURCHASE_RETURN_PAPERS } from '../paper/goods-papers.ts';
import { postPurchaseReturn } from '../posting/purchase-return.ts';
import { postSentAwaiting, postSupplierCredit } from '../posting/supplier-credit.ts';
import { claimsOfReturn, returnedPrefix } from '../pricing/returned-quantities.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import { MOVED_BATCHES, RETURNED_BATCHES } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import { money, subtract, ZERO } from '../values/money.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { unbilledClaim, unbilledPrefix } from './billing.ts';
import { correctionOfReturn } from './corrected-return.ts';
import { returnedLines } from './costs/later-costs.ts';
import { isComplete } from './purchase.ts';
import { PURCHASE } from './purchase-events.ts';
import {
  CompleteReturnBody,
  type CompleteReturnInput,
  CreditBody,
  type CreditInput,
  PurchaseReturnBody,
  type PurchaseReturnInput,
} from './purchase-return.schema.ts';
import {
  goneGoods,
  type PurchaseReturnCommand,
  type PurchaseReturnState,
  possible,
  postedReturn,
  purchaseReturn,
} from './purchase-return.ts';
import { PURCHASE_RETURN, type PurchaseReturn, type PurchaseReturnEvent } from './purchase-return-events.ts';
import type { PurchaseState } from './purchase-state.ts';

/** Later costs of the purchase go to the goods that stayed, so the purchase shares them anew. */
function sharingAnew(before: PurchaseReturnState, after: PurchaseReturnState, facts: Facts): Following[] {
  const [was, is] = [goneGoods(before), goneGoods(after)];
  const id = is?.purchase_fk ?? was?.purchase_fk;
  const purchase = id ? facts.document<PurchaseState>(PURCHASE, id) : undefined;
  if (!id || !purchase || !isComplete(purchase) || !purchase.entered) return [];
  const counted = (of: PurchaseReturn | undefined, line: number) =>
    (of?.lines ?? [])
      .filter(({ purchase_line_id }) => purchase_line_id === line)
      .reduce((all, { quantity: count, bonus_quantity, unit_factor }) => {
        const both = toQuantity(quantity(count) + quantity(bonus_quantity ?? '0'));
        return all + inBaseUnits(both, quantity(unit_factor));
      }, 0n);
  const more = (line: number) => counted(is, line) - counted(was, line);
  const returned = returnedLines(`${PURCHASE}-${id}`, purchase.purchase, facts, more);
  return [{ kind: PURCHASE, id, existing: true, commands: [{ type: 'share_costs', returned }] }];
}

const claimsOnLines = claimsOfReturn(
  (state: PurchaseReturnState) => {
    const gone = goneGoods(state);
    return (
      gone && { origin: PURCHASE, id: gone.purchase_fk, lines: gone.lines, returned_batches: gone.returned_batches }
    );
  },
  (line) => line.purchase_line_id,
);

/** Goods that went back before their bill; when it has come, their return cannot be taken back. */
function claimsBeforeBill(before: PurchaseReturnState, after: PurchaseReturnState): Claim[] {
  const claims = (state: PurchaseReturnState, direction: 'returned' | 'billed') =>
    state.status === 'complete' && state.data.is_before_bill
      ? state.data.lines.flatMap(({ purchase_line_id, quantity: paid, bonus_quantity, counted_in, unit_factor }) => {
          const inBase = counted_in !== undefined;
          const of = { document: `${PURCHASE}-${state.data.purchase_fk}`, direction, inBase };
          const line = purchase_line_id ?? 0;
          const counted = (count: string) =>
            inBase ? printQuantity(inBaseUnits(quantity(count), quantity(unit_factor))) : count;
          return [
            ...unbilledClaim({ ...of, line, count: counted(paid) }),
            ...unbilledClaim({ ...of, line: line + BONUS_LINE, count: counted(bonus_quantity ?? '0') }),
          ];
        })
      : [];
  return [...claims(before, 'billed'), ...claims(after, 'returned')];
}

const post = (of: PurchaseReturn, document: string): Posting =>
  of.credit_awaited ? postSentAwaiting(of) : postPurchaseReturn(of, document);

function postingsOf(state: PurchaseReturnState, stream: string): readonly Posting[] {
  const of = postedReturn(state);
  if (!of) return [];
  const credit = 'credit' in state ? state.credit : undefined;
  return [post(of, stream), ...(credit ? [postSupplierCredit({ ...credit, purchase_return: of }, stream)] : [])];
}

/** What the supplier did not credit, or sent back, is no credit that is left. */
function notCredited(state: PurchaseReturnState): OwnParts | undefined {
  const of = postedReturn(state);
  if (!of || !('credit' in state) || !state.credit) return undefined;
  const rest = subtract(returnTotals({ ...of, rounding_step: null }).total, money(state.credit.amount));
  const cameBack = state.credit.goods_came_back === true;
  return { atOnce: ZERO, returned: cameBack ? rest : ZERO, allowed: cameBack ? ZERO : rest, notComing: ZERO };
}

const HELD = fields(
  `purchase_date account_type paid_amount paid_currency_fk open_amount settled_amount left_over goods_value
  is_before_bill`,
  {
    ...RETURNED_BATCHES,
    lines: list(
      `unit_factor tax_recoverable returned_before bonus_returned_before counted_in gross_amount discount_amount tax_amount
    net_base tax_base goods_base`,
    ),
  },
);

export const purchaseReturnDocument = declareDocument<
  PurchaseReturnState,
  PurchaseReturnCommand,
  PurchaseReturnEvent
>()({
  kind: PURCHASE_RETURN,
  resource: 'purchase_returns',
  folder: 'purchasing',
  decider: purchaseReturn,
  ownParts: notCredited,
  ratesAreGiven: (data) => data['purchase_fk'] !== null,
  body: PurchaseReturnBody,
  papers: PURCHASE_RETURN_PAPERS,
  held: {
    data: HELD,
    since: () => ({
      credit: object(
        `date time currency_fk amount goods_came_back credit_reference credit_reason open_amount settled_amount left_over`,
        MOVED_BATCHES,
      ),
    }),
  },
  carriedAt: 'out',
  correctionOf: correctionOfReturn,
  create: (input: PurchaseReturnInput) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
  completing: (input: PurchaseReturnInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (input: PurchaseReturnInput) => ({ type: 'change', input }),
  transitions: {
    complete: {
      permission: 'complete',
      body: CompleteReturnBody,
      command: ({ credit_awaited }: CompleteReturnInput) => ({ type: 'complete', credit_awaited }),
    },
    credit: { permission: 'complete', body: CreditBody, command: (input: CreditInput) => ({ type: 'credit', input }) },
    take_back_credit: reasoned('return_to_draft', 'take_back_credit'),
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'purchase_return.drafted': NOTHING,
    'purchase_return.draft_changed': NOTHING,
    'purchase_return.discarded': NOTHING,
    'purchase_return.completed': { does: 'post', post, rule: RULES.purchaseReturn },
    'purchase_return.returned_to_draft': REVERSE,
    'purchase_return.credited': { does: 'post', post: postSupplierCredit, rule: RULES.supplierCredit },
    'purchase_return.credit_taken_back': { does: 'reverse', of: ['purchase_return.credited'] },
  },
  postingsOf,
  numbered: { event: 'purchase_return.completed', prefix: 'PR-', of: series },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
  claims: (before, after) => [...claimsOnLines(before, after), ...claimsBeforeBill(before, after)],
  // Currency and supplier are those of the purchase, even when the return omits them.
  openItems: (input, named) => {
    const purchase = input['payment_type'] === 'on_account' ? named(`${PURCHASE}-${input['purchase_fk']}`) : undefined;
    const supplier = input['supplier_fk'] ?? purchase?.['supplier_fk'];
    return purchase && supplier
      ? { party: `supplier-${supplier}`, currency: Number(purchase['currency_fk']) }
      : undefined;
  },
  saysWhere: true,
  sideEffects: (_events, after, _stream, { before, facts }) => sharingAnew(before, after, facts),
  levels: (input) => {
    const document = `${PURCHASE}-${input['purchase_fk']}`;
    return input['purchase_fk'] ? [returnedPrefix(document), unbilledPrefix(document)] : [];
  },
});
