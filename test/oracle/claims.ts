/** Posting rules of warranty claims (docs/accounting.md, section 4). */
import type { Exchange, SupplierAnswer } from '../../domain/sales/warranty/warranty-claim-events.ts';
import { converted, type Entry, type Move, moment } from './entry.ts';
import { baseUnits, money } from './exact.ts';

const LOST_TO = 'warranty-cost';

function pieces({ lines = [], ...of }: SupplierAnswer | Exchange, sign: bigint, worth: Move['worth']): Move[] {
  return lines.map((line) => ({
    name: `line ${line.line_id}`,
    pool: { item: line.item_fk, inventory: of.inventory_fk ?? 0 },
    count: sign * baseUnits(line.quantity, line.unit_factor),
    worth,
    carried: 0n,
    against: LOST_TO,
    outlet: of.outlet_fk ?? 0,
  }));
}

export const claimExchanged = (of: Exchange): Entry => ({
  at: moment(of.date, of.time, 'out'),
  lines: [],
  moves: pieces(of, -1n, { by: 'average' }),
});

/** What the supplier owes for the piece, or another piece in place of the one that left stock. */
export function claimAnswered(of: SupplierAnswer, document: string): Entry | undefined {
  const { credit } = of;
  if (!credit && !of.lines) return undefined;
  const owed = credit && {
    amount: money(credit.amount),
    party: `supplier-${credit.supplier_fk}`,
    outlet: credit.outlet_fk,
  };
  const parts = owed
    ? [
        { ...owed, account: 'supplier-advances' },
        { account: LOST_TO, outlet: owed.outlet, amount: -owed.amount },
      ]
    : [];
  return {
    at: moment(of.date, of.time, 'in'),
    lines: credit ? converted(parts, credit) : [],
    moves: pieces(of, 1n, { by: 'same', as: `${document} line 1` }),
  };
}
