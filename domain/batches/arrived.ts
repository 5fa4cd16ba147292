/** Quantities of the lines of a transfer in base units: sent, and arrived or missing. */

import type { Arrived, TransitLine } from '../stock/transit/transit-events.ts';
import { inBaseUnits, NO_QUANTITY, type Quantity, quantity } from '../values/quantity.ts';

/** The quantity of a line in base units, of quantities that arrived or are missing. */
export function arrivedOf(line: Pick<TransitLine, 'line_id' | 'unit_factor'>, arrived: readonly Arrived[]): Quantity {
  const own = arrived.find((candidate) => candidate.line_id === line.line_id);
  return own ? inBaseUnits(quantity(own.quantity), quantity(own.unit_factor ?? line.unit_factor)) : NO_QUANTITY;
}

/** The sent quantity of a line in base units. */
export const sentOf = (line: Pick<TransitLine, 'quantity' | 'unit_factor'>): Quantity =>
  inBaseUnits(quantity(line.quantity), quantity(line.unit_factor));
