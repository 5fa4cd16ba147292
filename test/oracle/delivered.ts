/** Compares the goods that deliveries and returns say leave an inventory with those that wait there for their delivery. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { Delivered, DeliveredNow, Sale, UndeliveredReturn } from '../../domain/sales/sale-events.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import { baseUnits, count, total } from './exact.ts';

type Log = readonly RecordedEvent[];
type Line = Sale['lines'][number];
type Told = readonly [said: readonly string[], is: readonly string[]];

interface Waiting {
  readonly sale: Sale;
  /** Base units of a line that were delivered, and that were returned before. */
  readonly delivered: (line: Line) => bigint;
  readonly returned: (line: Line) => bigint;
}

/** What became of a sale before a position, since it was completed for the last time. */
function waitingFor(events: Log, stream: string, position: bigint): Waiting | undefined {
  const own = events.filter((event) => event.stream === stream && event.position < position);
  const completed = own.findLast(({ type }) => type === 'sale.completed');
  if (!completed) return undefined;
  const since = own.filter((event) => event.position > completed.position);
  const sale = completed.data as Sale;
  const last = since.findLast(({ type }) => type === 'sale.delivered')?.data as DeliveredNow | undefined;
  const returns = new Map<number, UndeliveredReturn>();
  for (const { type, data } of since) {
    const back = data as UndeliveredReturn;
    if (type === 'sale.returned_undelivered') returns.set(back.sale_return_fk, back);
    if (type === 'sale.return_taken_back') returns.delete(back.sale_return_fk);
  }
  const isAtOnce = sale.received_type === 'at_once' && last === undefined;
  return {
    sale,
    delivered: (line) => (isAtOnce ? soldOf(line) : deliveredOf(line, last?.lines ?? [])),
    returned: (line) => total([...returns.values()].map(({ lines }) => ofLine(lines, line.line_id))),
  };
}

const ofLine = (lines: readonly { readonly line_id: number; readonly quantity: string }[], id: number) =>
  total(lines.filter(({ line_id }) => line_id === id).map(({ quantity }) => count(quantity)));

const soldOf = (line: Line): bigint =>
  baseUnits(line.quantity, line.unit_factor) + baseUnits(line.bonus_quantity, line.unit_factor);

function deliveredOf(line: Line, delivered: readonly Delivered[]): bigint {
  const own = delivered.find(({ line_id }) => line_id === line.line_id);
  return own ? baseUnits(own.quantity, own.unit_factor ?? line.unit_factor) : 0n;
}

const told = (lines: readonly (readonly [line: number, count: bigint])[]) =>
  lines.filter(([, units]) => units !== 0n).map((line) => line.join(' '));

const leaving = ({ leaves }: Pick<DeliveredNow, 'leaves'>) =>
  told((leaves?.lines ?? []).map(({ line_id, quantity }) => [line_id, count(quantity)]));

/** Returns what a delivery says leaves the inventory, and what was delivered more than before. */
export function deliveredNow(events: Log, { stream, position, data }: RecordedEvent): Told {
  const now = data as DeliveredNow;
  const before = waitingFor(events, stream, position);
  const goods = before?.sale.awaits_delivery ? before.sale.lines.filter(({ item_type }) => item_type === 'goods') : [];
  const more = goods.map(
    (line) => [line.line_id, deliveredOf(line, now.lines) - (before?.delivered(line) ?? 0n)] as const,
  );
  return [leaving(now), told(more)];
}

/**
 * Returns what a return says that it took of the goods that wait for their delivery, and as many of the returned goods as
 * there were: none that the customer brought, or that come into another inventory.
 */
export function returnedWaiting(events: Log, { stream, position, data }: RecordedEvent): Told {
  const back = data as SaleReturn;
  const of = `sale-${back.sale_fk}`;
  const id = Number(stream.slice('sale_return-'.length));
  const next = events.find((event) => event.stream === stream && event.position > position)?.position;
  const event = events.find(
    (found) =>
      found.stream === of &&
      found.type === 'sale.returned_undelivered' &&
      found.position > position &&
      (next === undefined || found.position < next) &&
      (found.data as UndeliveredReturn).sale_return_fk === id,
  );
  const taken = event?.data as UndeliveredReturn | undefined;
  const said = told((taken?.lines ?? []).map(({ line_id, quantity }) => [line_id, count(quantity)]));
  const before = waitingFor(events, of, position);
  if (!before || back.came_from === 'customer' || back.inventory_fk !== before.sale.inventory_fk) return [said, []];
  const isLater = before.sale.received_type === 'brought' || before.sale.received_type === 'collected';
  const isDelivered = before.sale.lines.some((line) => before.delivered(line) > 0n);
  const lines = isLater || isDelivered ? before.sale.lines : [];
  const is = lines.map((line) => {
    const own = back.lines.filter(({ sale_line_id }) => sale_line_id === line.line_id);
    const units = total(
      own.flatMap((each) => [each.quantity, each.bonus_quantity].map((text) => baseUnits(text, each.unit_factor))),
    );
    const left = soldOf(line) - before.delivered(line) - before.returned(line);
    return [line.line_id, units < left ? units : left] as const;
  });
  return [said, told(is)];
}
