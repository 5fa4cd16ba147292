/** Posting rules of goods that are sent back with their credit awaited (docs/accounting.md, section 3). */
import type { CreditedReturn, PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import { type Entry, inSystem, type Line, type Move, moment, paidBy } from './entry.ts';
import { count, inBooks, money, ratio, total } from './exact.ts';

const unitsOf = (line: PurchaseReturn['lines'][number]): bigint =>
  ratio((count(line.quantity) + count(line.bonus_quantity)) * count(line.unit_factor), 1_000_000n);

/** The goods leave as those of any return do, against the claims: no debt, no money, no tax. */
export function sentAwaiting(back: PurchaseReturn): Entry {
  const own = back.purchase_fk === null ? {} : { own: `purchase-${back.purchase_fk}` };
  const moves = back.lines.map(
    (line): Move => ({
      name: `line ${line.line_id}`,
      pool: { item: line.item_fk, inventory: back.inventory_fk },
      count: -unitsOf(line),
      worth: { by: 'average', ...own },
      carried: 0n,
      against: 'supplier-claims',
      outlet: back.outlet_fk,
    }),
  );
  return { at: moment(back.date, back.time, 'out'), lines: [], moves };
}

/** The goods come back at the cost at which they left; unless they did come back, they are then lost at the same cost. */
export function creditTaken(credit: CreditedReturn, document: string): Entry {
  const back = credit.purchase_return;
  const { outlet_fk: outlet, inventory_fk: inventory, currency_fk: currency, system_currency_fk: system } = back;
  const due = total(
    back.lines.map((line) => money(line.gross_amount) - money(line.discount_amount) + money(line.tax_amount)),
  );
  const credited = money(credit.amount);
  const [open, settled] = [money(credit.open_amount), money(credit.settled_amount)];
  const rest = credited - settled;
  const payer: Line[] = [
    {
      ...{ outlet, currency, ...paidBy(back), foreign: settled },
      base: inBooks(open, back) - inBooks(open - settled, back) + money(credit.left_over),
    },
    { outlet, currency, ...paidBy(back), account: 'supplier-advances', foreign: rest, base: inBooks(rest, back) },
  ];
  const part = (amount: string) => (due === 0n ? 0n : ratio(money(amount) * credited, due));
  const taxes = back.lines
    .filter((line) => line.tax_recoverable)
    .map(
      (line): Line => ({
        ...{ outlet, account: 'input-tax', currency },
        ...{ foreign: -part(line.tax_amount), base: -part(line.tax_base) },
      }),
    );
  const lines = credited === 0n ? [] : [...(rest === 0n ? payer.slice(0, 1) : payer), ...taxes];
  const moves = back.lines.flatMap((line): Move[] => {
    const move = (name: string, units: bigint, before: bigint, against: string): Move => ({
      ...{
        name: `${name} ${line.line_id}`,
        pool: { item: line.item_fk, inventory },
        count: units,
        carried: 0n,
        against,
      },
      ...{
        worth: { by: 'same', as: `${document} line ${line.line_id}`, before },
        variance: 'purchase-variance',
        outlet,
      },
    });
    const units = unitsOf(line);
    const came = move('came back', units, 0n, 'supplier-claims');
    return credit.goods_came_back ? [came] : [came, move('lost', -units, units, 'purchase-variance')];
  });
  return {
    at: moment(credit.date, credit.time, 'in'),
    lines: [...lines, inSystem(outlet, 'purchase-variance', -total(lines.map(({ base }) => base)), system)],
    moves,
  };
}
