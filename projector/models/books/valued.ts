/** The valuation of a movement, as its first line stores it: columns `valued` to `inputs`. */
import { Type } from 'typebox';
import type { PostedMovement } from '../../../domain/costing/movement.ts';
import type { FromInputs, Movement } from '../../../domain/entries/entry.ts';
import { checked } from '../../../domain/schemas/checked.schema.ts';
import { type Money, money, printMoney } from '../../../domain/values/money.ts';
import { printQuantity, quantity } from '../../../domain/values/quantity.ts';
import type { Cell } from '../../rows/table.ts';
import type { MovementRow, StoredValuation } from './movement-row.ts';

type Row = Pick<
  MovementRow,
  'valued' | 'unit_cost' | 'like_document' | 'like_line' | 'like_after' | 'counted' | 'inputs'
>;

const cellsOf = ({ valued, unit_cost, like_document, like_line, like_after, counted, inputs }: Row): Cell[] => [
  valued,
  unit_cost,
  like_document,
  like_line,
  like_after,
  counted,
  inputs,
];

const NOTHING = {
  unit_cost: null,
  like_document: null,
  like_line: null,
  like_after: null,
  counted: null,
  inputs: null,
};
const maybeMoney = (amount: Money | undefined): string | null => (amount === undefined ? null : printMoney(amount));

/** The values of the column `valued`. They are a stored format, so they keep the names of the first version. */
const STORED = {
  statedCost: 'fact',
  average: 'average',
  sameCostAs: 'like',
  count: 'count',
  fromComponents: 'inputs',
  carried: 'carried',
  entered: 'entered',
} as const satisfies Record<Movement['valued']['by'], StoredValuation>;

/**
 * `like_document` is the document that sets the cost; for goods made from components, their own document; for goods that
 * go back to the supplier, the purchase whose layers they take first.
 */
export function valuedCells({ document, valued }: Pick<PostedMovement, 'document' | 'valued'>): Cell[] {
  const row = { ...NOTHING, valued: STORED[valued.by] };
  switch (valued.by) {
    case 'statedCost':
    case 'carried':
    case 'entered':
      return cellsOf(row);
    case 'average':
      return cellsOf({ ...row, unit_cost: maybeMoney(valued.unitCost), like_document: valued.origin ?? null });
    case 'sameCostAs': {
      const after = valued.after === undefined ? null : printQuantity(valued.after);
      return cellsOf({ ...row, like_document: valued.document, like_line: String(valued.line), like_after: after });
    }
    case 'count':
      return cellsOf({ ...row, unit_cost: maybeMoney(valued.unitCost), counted: printQuantity(valued.real) });
    case 'fromComponents':
      return cellsOf({ ...row, like_document: document, inputs: printInputs(valued) });
  }
}

export function valuedFrom(row: Row): Movement['valued'] {
  const unitCost = row.unit_cost === null ? {} : { unitCost: money(row.unit_cost) };
  switch (row.valued) {
    case 'fact':
      return { by: 'statedCost' };
    case 'carried':
    case 'entered':
      return { by: row.valued };
    case 'like': {
      const after = row.like_after === null ? {} : { after: quantity(row.like_after) };
      return { by: 'sameCostAs', document: row.like_document ?? '', line: Number(row.like_line), ...after };
    }
    case 'count':
      return { by: 'count', real: quantity(row.counted ?? '0'), ...unitCost };
    case 'inputs':
      return readInputs(row.inputs ?? '');
    default: {
      const origin = row.like_document === null ? {} : { origin: row.like_document };
      return { by: 'average', ...unitCost, ...origin };
    }
  }
}

/** `{"of":[1,2],"plus":"500","weights":["1","2"],"part":0}` */
function printInputs({ of, plus, weights, part }: FromInputs): string {
  return JSON.stringify({ of, plus: printMoney(plus), weights: weights.map(String), part });
}

const storedInputs = checked(
  'the inputs of a movement',
  Type.Object({
    of: Type.Array(Type.Integer()),
    plus: Type.String(),
    weights: Type.Array(Type.String()),
    part: Type.Integer(),
  }),
);

function readInputs(text: string): FromInputs {
  const { of, plus, weights, part } = storedInputs.parse(text);
  return { by: 'fromComponents', of, plus: money(plus), weights: weights.map(BigInt), part };
}
