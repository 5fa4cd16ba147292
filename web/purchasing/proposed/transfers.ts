/** Proposed transfers as they are ticked and changed on the screen, the drafts that they become, and what is left to order. */

import { proposedQuantity } from '../../../domain/purchasing/proposed-order.ts';
import { printQuantity, readQuantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { WantedDraft } from '../../shared/document/use-made-drafts.ts';
import type { ProposedItem } from './proposal.ts';

/** The changes of a person to a proposed transfer. */
export interface ChangedMove {
  readonly quantity?: string;
  readonly isLeftOut?: boolean;
}
/** By item and source. */
export type Moves = Readonly<Record<string, ChangedMove>>;

type Transfer = ProposedItem['transfers'][number];
export interface Move extends Transfer {
  readonly key: string;
  readonly item: ProposedItem;
}

/** A transfer: the items of one source. */
export interface MoveGroup {
  readonly from: number;
  readonly name: string | null;
  readonly moves: readonly Move[];
}

const keyOf = (item: ProposedItem, { from_inventory_fk }: Transfer): string => `${item.item_fk}:${from_inventory_fk}`;

export function moveGroups(items: readonly ProposedItem[]): readonly MoveGroup[] {
  const all = items.flatMap((item) => item.transfers.map((move) => ({ ...move, item, key: keyOf(item, move) })));
  return [...Map.groupBy(all, (move) => move.from_inventory_fk)].map(([from, moves]) => ({
    from,
    name: moves[0]?.from_inventory_name ?? null,
    moves,
  }));
}

const countOf = (text: string): bigint => {
  const count = readQuantity(text) ?? 0n;
  return count > 0n ? count : 0n;
};

export const movedText = ({ key, quantity }: Pick<Move, 'key' | 'quantity'>, moves: Moves): string =>
  moves[key]?.quantity ?? quantity;

/** The item with what has to be ordered when the ticked transfers bring what they say. */
export function afterMoves(item: ProposedItem, moves: Moves): ProposedItem {
  if (item.transfers.length === 0) return item;
  const taken = item.transfers.filter((move) => moves[keyOf(item, move)]?.isLeftOut !== true);
  const brought = taken.reduce(
    (total, move) => total + countOf(movedText({ ...move, key: keyOf(item, move) }, moves)),
    0n,
  );
  return { ...item, quantity: proposedQuantity(item, item.unit_factor, printQuantity(toQuantity(brought))) };
}

/** The moves that are ticked and not of quantity zero. */
export const chosenMoves = (group: MoveGroup, moves: Moves): readonly Move[] =>
  group.moves.filter((move) => moves[move.key]?.isLeftOut !== true && readQuantity(movedText(move, moves)) !== 0n);

export const isWrongMove = (move: Move, moves: Moves): boolean => (readQuantity(movedText(move, moves)) ?? -1n) < 0n;

interface Place {
  readonly inventory_id: number;
  readonly outlet_fk: number;
}

interface MoveDraft extends WantedDraft {
  readonly from: number;
}

/** A draft of a transfer for each source with ticked goods, to the inventory that lacks them. */
export function transferDrafts(
  groups: readonly MoveGroup[],
  moves: Moves,
  { date, to, places }: { readonly date: string; readonly to: number; readonly places: readonly Place[] },
): readonly MoveDraft[] {
  const outletOf = (inventory: number) => places.find(({ inventory_id }) => inventory_id === inventory)?.outlet_fk;
  return groups.flatMap((group) => {
    const chosen = chosenMoves(group, moves);
    if (chosen.length === 0) return [];
    const lines = chosen.map((move) => {
      return { item_fk: move.item.item_fk, unit_fk: move.item.base_unit_fk, quantity: movedText(move, moves) };
    });
    const body = {
      outlet_fk: outletOf(group.from),
      inventory_fk: group.from,
      to_outlet_fk: outletOf(to),
      to_inventory_fk: to,
      date,
      lines,
    };
    return [{ resource: 'stock_transfers', label: group.name, from: group.from, body }];
  });
}
