/** Changes of what is open with parties, and their residues (domain/values/residue.ts). */

import type { SystemKey } from '../chart/chart.ts';
import type { Money } from '../values/money.ts';
import type { CurrencyId, Rate } from '../values/rate.ts';
import { residueOf } from '../values/residue.ts';
import type { EntryLine } from './entry-line.ts';

/**
 * A change of the open amount of a party's document, in the document's currency: `sale-12` opens with its unpaid
 * amount, an allocation closes a part of it. Amounts due (from customers, to suppliers) are positive and never fall
 * below zero; a credit (an advance, a return of paid goods) is negative and never rises above zero.
 */
export interface OpenItemChange {
  readonly party: string;
  readonly currency: CurrencyId;
  /** Day of the open document, not of the change. */
  readonly date: string;
  readonly document: string;
  /** The outlet whose books contain the party's balance. */
  readonly outlet: number;
  readonly amount: Money;
  /** The due day of the amount that the change opens; absent for other changes, and in documents of earlier versions. */
  readonly due?: string;
  /** True for a change of a credit; absent for amounts due. */
  readonly credit?: true;
  /** The rate of the document, on the change that opens it; absent in the system currency. */
  readonly rate?: Rate;
  /** What its base amount differs from its amount at the rate of the document; absent when it is zero. */
  readonly residue?: bigint;
}

const ADVANCES: readonly SystemKey[] = ['customer-advances', 'supplier-advances'];
const OWED: readonly SystemKey[] = ['receivable', 'payable', ...ADVANCES];

/**
 * Sets the residue of each item that has none yet: that of the lines of its party, currency and outlet. Where a posting
 * changes several items of one party, credits take the lines on advances and amounts due the others.
 */
export function withResidues(items: readonly OpenItemChange[], lines: readonly EntryLine[]): OpenItemChange[] {
  const left = lines.filter(({ account, party, rate }) => party && rate !== undefined && OWED.includes(account.key));
  return items.map((item) => {
    if (item.residue !== undefined) return withResidue(item, item.residue);
    const isAlone = items.filter((other) => isBeside(item, other)).length === 1;
    const own = left.filter(
      (line) => isBeside(item, line) && (isAlone || ADVANCES.includes(line.account.key) === (item.credit ?? false)),
    );
    // Two items of one document take them once.
    for (const line of own) left.splice(left.indexOf(line), 1);
    const residue = own.reduce((sum, { foreign, base, currency, rate }) => {
      return sum + residueOf(foreign, base, currency, rate);
    }, 0n);
    return withResidue(item, item.party.startsWith('supplier-') ? -residue : residue);
  });
}

const withResidue = ({ residue: _, ...item }: OpenItemChange, residue: bigint): OpenItemChange =>
  residue === 0n ? item : { ...item, residue };

type Place = Pick<EntryLine, 'party' | 'currency' | 'outlet'>;
const isBeside = (item: Place, other: Place): boolean =>
  item.party === other.party && item.currency === other.currency && item.outlet === other.outlet;
