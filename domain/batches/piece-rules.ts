/**
 * Which pieces the movements of a posting move (docs/decisions/0144): a number is of one piece, in stock once in the whole
 * business, and nobody chooses a piece for a person.
 */

import { undeliveredKey } from '../deciding/level-marks.ts';
import {
  type Batch,
  type BatchCount,
  type BatchQuantity,
  batchKey,
  foldedNumber,
  hasSerials,
  isSameNumber,
  type MovedBatch,
  NO_BATCH,
  type PieceKnown,
} from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { BatchNames } from './batch-names.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';
import type { OnHandBatches } from './on-hand-batches.ts';
import {
  countedPieces,
  isWholePieces,
  numbersOfSeveral,
  type PieceState,
  pieceKey,
  pieceState,
  sellsPieces,
  unnumbered,
} from './pieces.ts';
import type { ReplacedGoods } from './replaced-goods.ts';

export class PieceRules {
  readonly #context: BatchContext;
  readonly #onHand: OnHandBatches;
  readonly #issues: Issues;
  readonly #known = new Map<BatchTask, Map<string, PieceKnown>>();
  readonly #names: BatchNames;
  /** Numbers that lines of the document have moved, by item and direction. */
  readonly #moved = new Set<string>();

  constructor(context: BatchContext, onHand: OnHandBatches, issues: Issues) {
    this.#context = context;
    this.#onHand = onHand;
    this.#issues = issues;
    this.#names = new BatchNames(context.facts);
  }

  isOf = ({ item }: BatchTask): boolean => hasSerials(item);

  /** What the event stores of the piece; nothing of batches. */
  knownOf(task: BatchTask, { batch_number }: Batch): Pick<MovedBatch, 'piece'> {
    if (!this.isOf(task) || batch_number === null) return {};
    return { piece: this.#known.get(task)?.get(batch_number) ?? 'known' };
  }

  /** A number is of one piece, and pieces are whole. */
  check(task: BatchTask, named: readonly BatchQuantity[]): void {
    if (!this.isOf(task)) return;
    if (!isWholePieces(task.count)) this.#say(task, 'whole_pieces', lineParams(task));
    for (const batch of numbersOfSeveral(named)) this.#say(task, 'serial_of_one_piece', { ...lineParams(task), batch });
  }

  /** Refuses to choose pieces of an origin for a person: `left` is what is left of it. */
  checkNoChoice(task: BatchTask, left: readonly BatchQuantity[] = []): void {
    const all = left.reduce((sum, part) => sum + quantity(part.quantity), 0n);
    if (this.isOf(task) && all > task.count && left.some(({ batch_number }) => batch_number !== null))
      this.askAll(task);
  }

  askAll(task: BatchTask, count: bigint = task.count): void {
    this.#say(task, 'serials_required', { ...lineParams(task), needed: printQuantity(toQuantity(count)) });
  }

  /**
   * Named pieces that leave without an origin: those that are here, or among the goods without a number. Those of a
   * receipt that the document replaces are with the customer.
   */
  leaving(task: BatchTask, parts: readonly BatchCount[], replaced: ReplacedGoods): readonly BatchCount[] {
    return parts.flatMap(([batch, count]): readonly BatchCount[] => {
      if (replaced.takeOf(task.pool, batch, count) === count) return [[batch, count]];
      if (batch.batch_number === null) return this.leavingUnsaid(task, count);
      this.#once(task, batch.batch_number, 'out');
      if (this.#onHand.left(task.pool, batch) >= count) {
        this.#onHand.take(task.pool, batch, count);
        return [[batch, count]];
      }
      const state = this.#stateOf(task, batch.batch_number);
      if (state !== 'unknown') {
        this.#say(task, state === 'gone' ? 'serial_gone' : 'serial_elsewhere', {
          ...lineParams(task),
          batch: batch.batch_number,
        });
        // What a till has sold is gone, whichever piece it was.
        return this.#context.isOfDevice ? [[NO_BATCH, count]] : [[batch, count]];
      }
      if (!this.#onHand.hasUnnamed(task.pool, count))
        this.#say(task, 'serial_unknown', { ...lineParams(task), batch: batch.batch_number });
      this.#onHand.take(task.pool, NO_BATCH, count);
      this.#note(task, batch.batch_number, 'named');
      return [[batch, count]];
    });
  }

  /** Pieces whose number nobody told: a customer is told, and of numbered pieces nobody chooses one. */
  leavingUnsaid(task: BatchTask, count: bigint): readonly BatchCount[] {
    if (count <= 0n) return [];
    if (sellsPieces(this.#context.kind) || !this.#onHand.hasUnnamed(task.pool, count)) this.askAll(task, count);
    this.#onHand.take(task.pool, NO_BATCH, count);
    return [[NO_BATCH, count]];
  }

  /**
   * Pieces that come in, and do not follow what another document moved. `isAsked`: each has a line to be named on; `back`
   * are those inside of the kits that are taken apart.
   */
  arriving(
    task: BatchTask,
    parts: readonly BatchCount[],
    { isAsked, back = [] }: { readonly isAsked: boolean; readonly back?: readonly Batch[] },
  ): readonly BatchCount[] {
    const rest = unnumbered(parts);
    const isNeeded = task.item.serial_numbers === 'at_receipt' || this.#context.isOfDevice;
    if (rest > 0n && isAsked && isNeeded) this.askAll(task);
    return parts.map(([batch, count]): BatchCount => {
      const { batch_number: number } = batch;
      if (number === null) return [batch, count];
      this.#once(task, number, 'in');
      if (back.some((piece) => isSameNumber(piece.batch_number, number))) {
        this.#note(task, number, 'known');
        return [batch, count];
      }
      const state = this.#stateOf(task, number);
      if (state === 'in_stock') {
        this.#say(task, 'serial_in_stock', { ...lineParams(task), batch: number });
        return this.#context.isOfDevice ? [NO_BATCH, count] : [batch, count];
      }
      if (state === 'gone') {
        // It was sold before it came in: its number is told already.
        if (this.#onHand.isUnnamedBelow(task.pool)) {
          this.#onHand.take(task.pool, NO_BATCH, -count);
          return [NO_BATCH, count];
        }
        this.#ask(task, 'serial_was_gone', { ...lineParams(task), batch: number });
      }
      this.#note(task, number, state === 'unknown' ? 'new' : 'known');
      return [batch, count];
    });
  }

  /** What a count stores: the pieces that it found, and those that it did not. Undefined unless pieces are counted. */
  counted(task: BatchTask, found: readonly BatchCount[]) {
    if (task.movement.valued.by !== 'count' || !this.isOf(task)) return undefined;
    const { item, inventory } = task.pool;
    const onHand = this.#context.facts.batchesOnHand?.(item, inventory) ?? { batches: [], onHand: '0' };
    const { pieces, elsewhere } = countedPieces(
      found,
      onHand,
      (number) => this.#stateOf(task, number),
      (batch) => Number(this.#context.facts.level(undeliveredKey(batchKey(item, inventory, batch)))) > 0,
    );
    for (const batch of elsewhere) this.#say(task, 'serial_elsewhere', { ...lineParams(task), batch });
    return pieces;
  }

  #stateOf({ pool }: BatchTask, number: string): PieceState {
    const told = this.#names.toldAs(pool.item, { batch_number: number, expire_date: null });
    return pieceState(this.#context.facts.level(pieceKey(pool.item, told.batch_number ?? number)));
  }

  #once(task: BatchTask, number: string, way: 'in' | 'out'): void {
    const key = `${way} ${task.pool.item} ${foldedNumber(number)}`;
    if (this.#moved.has(key)) this.#say(task, 'serial_named_twice', { ...lineParams(task), batch: number });
    this.#moved.add(key);
  }

  #note(task: BatchTask, number: string, known: PieceKnown): void {
    const of = this.#known.get(task) ?? new Map<string, PieceKnown>();
    this.#known.set(task, of.set(number, known));
  }

  #say(task: BatchTask, message: string, params: Readonly<Record<string, string>>): void {
    this.#issues.add(`${task.line.path}.batches`, message, params);
  }

  #ask(task: BatchTask, message: string, params: Readonly<Record<string, string>>): void {
    const { facts, isOfDevice } = this.#context;
    if (!facts.confirmed && !isOfDevice) this.#issues.ask(`${task.line.path}.batches`, message, params);
  }
}
