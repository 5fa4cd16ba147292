/**
 * Posting rules of adjustments, counts, disposals, transfers, conversions and productions (docs/accounting.md, section
 * 4).
 */
import type { PricedTransit } from '../../domain/sales/transfers/sale-transfer-events.ts';
import type { SaleTransferReturn } from '../../domain/sales/transfers/sale-transfer-return-events.ts';
import type { AssetDisposal } from '../../domain/stock/asset-disposal-events.ts';
import type { DirectAdjustment } from '../../domain/stock/direct-adjustment.ts';
import type { InventoryAdjustment } from '../../domain/stock/inventory-adjustment-events.ts';
import type { Making } from '../../domain/stock/making/making.ts';
import type { Arrival, Arrived, Charge, Transit } from '../../domain/stock/transit/transit-events.ts';
import { type Entry, foreignMoney, given, inSystem, type Line, type Move, moment, paidBy } from './entry.ts';
import { baseUnits, coinOf, count, deal, inBooks, inCoins, money, total } from './exact.ts';

interface Place {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
}
interface Counted {
  readonly line_id: number;
  readonly item_fk: number;
}

function move(of: Place, line: Counted, units: bigint, worth: Move['worth'], against: string): Move {
  return {
    name: `line ${line.line_id}`,
    pool: { item: line.item_fk, inventory: of.inventory_fk },
    count: units,
    worth,
    carried: 0n,
    against,
    outlet: of.outlet_fk,
  };
}

const atCost = (unitCost: string | null) => (unitCost === null ? {} : { unitCost: money(unitCost) });

export function adjusted(of: DirectAdjustment): Entry {
  const moves = of.lines.map((line) =>
    move(
      of,
      line,
      baseUnits(line.quantity, line.unit_factor),
      { by: 'average', ...atCost(line.unit_cost) },
      'shrinkage',
    ),
  );
  return { at: moment(of.date, of.time, moves.some((move) => move.count < 0n) ? 'out' : 'in'), lines: [], moves };
}

/** A count states the quantity on hand; valuing the movement computes the difference. */
export function countApproved(of: InventoryAdjustment): Entry {
  const moves = of.lines.map((line) => {
    const real = baseUnits(line.real_quantity, line.unit_factor);
    return move(of, line, 0n, { by: 'count', real, ...atCost(line.unit_cost) }, 'shrinkage');
  });
  return { at: moment(of.date, of.time, 'count'), lines: [], moves };
}

export function disposed(of: AssetDisposal): Entry {
  const moves = of.lines.map((line) => {
    const units = -baseUnits(line.quantity, line.unit_factor);
    return move(of, line, units, { by: 'average' }, `disposal-loss-${of.disposal_type}`);
  });
  return { at: moment(of.date, of.time, 'out'), lines: [], moves };
}

export function sent(of: Transit): Entry {
  const moves = of.lines.map((line) =>
    move(of, line, -baseUnits(line.quantity, line.unit_factor), { by: 'average' }, 'in-transit'),
  );
  return { at: moment(of.date, of.time, 'out'), lines: [], moves };
}

/**
 * Goods of a sale transfer return leave at their share of the cost of the transfer's line; without a transfer, at the
 * average.
 */
export function sentBack(of: SaleTransferReturn): Entry {
  const moves = of.lines.map((line) => {
    const units = baseUnits(line.quantity, line.unit_factor);
    const as = `sale_transfer-${of.sale_transfer_fk} line ${line.sale_transfer_line_id}`;
    const gone = line.counted_in ? count(line.returned_before) : baseUnits(line.returned_before, line.unit_factor);
    const before = gone + units;
    const isUnlinked = line.sale_transfer_line_id === null;
    return move(of, line, -units, isUnlinked ? { by: 'average' } : { by: 'same', as, before }, 'in-transit');
  });
  return { at: moment(of.date, of.time, 'out'), lines: [], moves };
}

/**
 * Goods arrive at the cost at which they were sent. Missing goods arrive at that cost too, and leave to `shrinkage`.
 * `through` is the account that balances the two outlets.
 */
export function arrived(of: Transit, arrival: Arrival, document: string, through = 'inter-outlet'): Entry {
  const there = { outlet_fk: of.to_outlet_fk, inventory_fk: of.to_inventory_fk };
  const parts = of.lines.map((line) => {
    const units = (list: readonly Arrived[]) => {
      const own = list.find((arrived) => arrived.line_id === line.line_id);
      return baseUnits(own?.quantity, own?.unit_factor ?? line.unit_factor);
    };
    const [before, missing] = [units(arrival.before), units(arrival.missing)];
    const gone = units(arrival.after) + missing;
    const part = (name: string, number: bigint, from: bigint, against: string): Move => ({
      ...move(there, line, number, { by: 'same', as: `${document} line ${line.line_id}`, before: from }, against),
      name: `${name} ${arrival.receipt} ${line.line_id}`,
      variance: 'purchase-variance',
      ...(of.to_outlet_fk === of.outlet_fk ? {} : { across: { outlet: of.outlet_fk, through } }),
    });
    return [
      part('arrival', gone - before, before, 'in-transit'),
      part('missing', -missing, gone, 'shrinkage'),
    ] as const;
  });
  const moves = [...parts.map(([came]) => came), ...parts.map(([, lost]) => lost)].filter((move) => move.count !== 0n);
  return { at: moment(arrival.date, arrival.time, 'in'), lines: owedOf(of, arrival), moves };
}

/** The person who lost goods owes them to the outlet that sent them, which loses less by as much. */
function owedOf(
  { outlet_fk, system_currency_fk }: Transit,
  { charged_user_fk, charged_amount }: Pick<Arrival, 'charged_user_fk' | 'charged_amount'>,
  sign = 1n,
): Line[] {
  if (charged_user_fk === undefined) return [];
  const amount = sign * money(charged_amount);
  const line = (account: string, base: bigint) => inSystem(outlet_fk, account, base, system_currency_fk);
  return [{ ...line('staff-receivable', amount), party: `user-${charged_user_fk}` }, line('shrinkage', -amount)];
}

type OfTransfer = Charge & { readonly transfer: Transit };

/** Goods that were written off before are charged to a person, or are not any more. */
const chargedAs =
  (sign: bigint) =>
  ({ transfer, ...charge }: OfTransfer): Entry => {
    return { at: moment(charge.date, null, 'out'), lines: owedOf(transfer, charge, sign), moves: [] };
  };
export const [chargedLater, chargeTakenBack] = [chargedAs(1n), chargedAs(-1n)] as const;

/** Goods arrive at cost. The price of the received goods is a claim of the sending outlet on the receiving one. */
export function soldOverArrived(of: PricedTransit, arrival: Arrival, document: string): Entry {
  const price = (list: readonly Arrived[]) =>
    total(
      list.map(({ line_id, quantity, unit_factor }) => {
        const own = of.lines.find((line) => line.line_id === line_id);
        const worth = money(own?.price) * count(quantity) * count(unit_factor ?? own?.unit_factor);
        return inCoins(worth, 1_000_000n * count(own?.unit_factor ?? '1'), coinOf(of.decimals));
      }),
    );
  const foreign = price(arrival.after) - price(arrival.before);
  const base = inBooks(price(arrival.after), of) - inBooks(price(arrival.before), of);
  const line = { account: 'sale-transfers', currency: of.currency_fk };
  const lines: Line[] = [
    { ...line, outlet: of.outlet_fk, base: -base, foreign: -foreign },
    { ...line, outlet: of.to_outlet_fk, base, foreign },
  ];
  const came = arrived(of, arrival, document, 'sale-transfers');
  return { ...came, lines: [...lines, ...came.lines] };
}

/**
 * The value of the outputs is the value of the inputs plus the costs. It is shared by entered weights, otherwise by
 * quantities.
 */
export function made(of: Making, document: string): Entry {
  const [outlet, system] = [of.outlet_fk, of.system_currency_fk];
  const paid = of.costs.flatMap((cost): Line[] => {
    const foreign = -money(cost.amount);
    const base = inBooks(foreign, { ...cost, system_currency_fk: system });
    const owed = { outlet, ...paidBy(cost), currency: cost.currency_fk, foreign, base };
    return given({ ...cost, system_currency_fk: system }, [owed]);
  });
  const plus = -total(paid.map(({ base }) => base));
  const inputs = of.lines.filter(({ role }) => role === 'input');
  const outputs = of.lines.filter(({ role }) => role === 'output');
  const units = outputs.map((line) => baseUnits(line.quantity, line.unit_factor));
  const said = outputs.map((line) => money(line.weight));
  const weights = said.some((weight) => weight > 0n) ? said : units;
  const added = deal(plus, weights);
  const names = inputs.map((line) => `${document} line ${line.line_id}`);
  const moves = [
    ...inputs.map((line) =>
      move(of, line, -baseUnits(line.quantity, line.unit_factor), { by: 'average' }, 'in-production'),
    ),
    ...outputs.map(
      (line, part): Move => ({
        ...move(of, line, units[part] ?? 0n, { by: 'made', of: names, plus, weights, part }, 'in-production'),
        name: `out ${line.line_id}`,
        carried: added[part] ?? 0n,
        variance: 'purchase-variance',
      }),
    ),
  ];
  return {
    at: moment(of.date, of.time, 'out'),
    lines: [...added.map((base) => inSystem(outlet, `inventory ${of.inventory_fk}`, base, system)), ...paid],
    moves: [...moves, ...foreignMoney(paid, system)],
  };
}
