/** The purchase return as a document: its number, its postings, and its claims on the purchase. */

import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Following } from '../documents/document.ts';
import type { DraftedState } from '../documents/drafted.ts';
import { declareDrafted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { PURCHASE_RETURN_PAPERS } from '../paper/goods-papers.ts';
import { postPurchaseReturn } from '../posting/purchase-return.ts';
import { claimsOfReturn, returnedPrefix } from '../pricing/returned-quantities.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import { RETURNED_BATCHES } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { unbilledClaim, unbilledPrefix } from './billing.ts';
import { correctionOfReturn } from './corrected-return.ts';
import { returnedLines } from './later-costs.ts';
import { isComplete } from './purchase.ts';
import { PURCHASE } from './purchase-events.ts';
import { PurchaseReturnBody } from './purchase-return.schema.ts';
import { purchaseReturn } from './purchase-return.ts';
import { PURCHASE_RETURN, type PurchaseReturn } from './purchase-return-events.ts';
import type { PurchaseState } from './purchase-state.ts';

type Stored = DraftedState<PurchaseReturn>;

/** Later costs of the purchase go to the goods that stayed, so the purchase shares them anew. */
function sharingAnew(before: Stored, after: Stored, facts: Facts): Following[] {
  const [was, is] = [linesOf(before), linesOf(after)];
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

const linesOf = (state: Stored) => (state.status === 'complete' ? state.data : undefined);

const claimsOnLines = claimsOfReturn(
  (state: DraftedState<PurchaseReturn>) =>
    state.status === 'complete'
      ? {
          origin: PURCHASE,
          id: state.data.purchase_fk,
          lines: state.data.lines,
          returned_batches: state.data.returned_batches,
        }
      : undefined,
  (line) => line.purchase_line_id,
);

/** Goods that went back before their bill; when it has come, their return cannot be taken back. */
function claimsBeforeBill(before: DraftedState<PurchaseReturn>, after: DraftedState<PurchaseReturn>): Claim[] {
  const claims = (state: DraftedState<PurchaseReturn>, direction: 'returned' | 'billed') =>
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

export const purchaseReturnDocument = declareDrafted({
  kind: PURCHASE_RETURN,
  resource: 'purchase_returns',
  folder: 'purchasing',
  decider: purchaseReturn,
  ratesAreGiven: (data) => data['purchase_fk'] !== null,
  body: PurchaseReturnBody,
  papers: PURCHASE_RETURN_PAPERS,
  held: {
    data: fields('purchase_date account_type open_amount settled_amount left_over goods_value is_before_bill', {
      ...RETURNED_BATCHES,
      lines: list(
        `unit_factor tax_recoverable returned_before bonus_returned_before counted_in gross_amount discount_amount tax_amount
        net_base tax_base goods_base`,
      ),
    }),
  },
  carriedAt: 'out',
  correctionOf: correctionOfReturn,
  post: postPurchaseReturn,
  rule: RULES.purchaseReturn,
  prefix: 'PR-',
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
  follows: sharingAnew,
  levels: (input) => {
    const document = `${PURCHASE}-${input['purchase_fk']}`;
    return input['purchase_fk'] ? [returnedPrefix(document), unbilledPrefix(document)] : [];
  },
});
