/** What a document's own state tells of the parts of its total. */
import type { Money } from '../values/money.ts';

/** Parts of the total of a document (docs/decisions/0139). */
export interface OwnParts {
  /** Paid at once: the received goods of a purchase in cash. */
  readonly atOnce: Money;
  /** What its party is owed for the goods of its total by now. What it is owed beyond it are costs beside the total. */
  readonly goods?: Money;
  /** Went back before it was owed. */
  readonly returned: Money;
  /** What its party allowed, or was allowed, with it. */
  readonly allowed: Money;
  /** The closed rest: ordered, and will not come. */
  readonly notComing: Money;
}
