/**
 * The decision of the batches of one event, by the names that batches have now: what its lines name is checked, and what they
 * do not name is chosen.
 */

import {
  type Batch,
  type BatchCount,
  type BatchQuantity,
  batchesOf,
  batchOf,
  batchTitle,
  isExpired,
  isNamed,
  isSameBatch,
  movedBatches,
  partOfBatches,
  type ReturnedBatch,
  sumOfBatches,
} from '../values/batch.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { ArrivingBatches } from './arriving-batches.ts';
import type { GoodsLine } from './batch-lines.ts';
import { BatchNames } from './batch-names.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';
import { bringsAnother, issueOrder, namesItsGoods, takesOf } from './issued-batches.ts';
import { insideOf } from './kit-batches.ts';
import { type IssueOrder, OnHandBatches } from './on-hand-batches.ts';
import { OriginBatches } from './origin-batches.ts';
import { PieceRules } from './piece-rules.ts';
import { checkComplete, outOfKits } from './received-batches.ts';
import { ReplacedGoods } from './replaced-goods.ts';
import { ReturnedBatches, refundedBatches } from './returned-batches.ts';

export class BatchDecision {
  readonly #context: BatchContext;
  readonly onHand: OnHandBatches;
  readonly #replaced: ReplacedGoods;
  readonly #returned: ReturnedBatches;
  readonly #origin: OriginBatches;
  readonly #issues: Issues;
  readonly #names: BatchNames;
  /** Quantity already used of the batches that a line names. */
  readonly #taken = new Map<GoodsLine, bigint>();
  /** Posting date. */
  readonly day: string;
  readonly pieces: PieceRules;

  constructor(context: BatchContext, day: string, issues: Issues) {
    this.#context = context;
    this.day = day;
    this.onHand = new OnHandBatches(context.facts, day);
    this.#replaced = new ReplacedGoods(context);
    this.#returned = new ReturnedBatches(context.facts);
    this.#issues = issues;
    this.#names = new BatchNames(context.facts);
    this.pieces = new PieceRules(context, this.onHand, issues);
    this.#origin = new OriginBatches(context, this.onHand, this.#returned, (task, message, params) =>
      this.#refuse(task, 'batches', message, params),
    );
  }

  get returned(): readonly ReturnedBatch[] {
    return this.#returned.all;
  }

  /** Undefined when the line names no batch and a suggestion is needed. */
  named(task: BatchTask, tasks: readonly BatchTask[]): readonly BatchCount[] | undefined {
    const { movement } = task;
    if (movement.valued.by === 'count') return this.#counted(task);
    const origin = this.#origin.of(task);
    if (!origin && movement.valued.by === 'sameCostAs' && !bringsAnother(this.#context.kind))
      return this.#comingBack(task, tasks, movement.valued);
    if (movement.quantity > 0n) return this.#received(task, tasks);
    const parts = this.#namedParts(task, tasks);
    if (!parts) return undefined;
    if (origin) this.#origin.check(task, origin, parts);
    else if (this.pieces.isOf(task)) {
      for (const [batch] of parts) this.#checkMayTake(task, batch);
      return this.pieces.leaving(task, parts, this.#replaced);
    }
    for (const [batch, whole] of parts) {
      const count = whole - this.#replaced.takeOf(task.pool, batch, whole);
      if (count === 0n) continue;
      if (!isNamed(batch) && !this.onHand.hasUnnamed(task.pool, count))
        this.#refuse(task, 'batches', 'not_enough_unnamed');
      this.#checkMayTake(task, batch);
      this.onHand.take(task.pool, batch, count);
    }
    return parts;
  }

  /** Goods that the document itself moved before, in their order, or goods of another document that come back. */
  #comingBack(
    task: BatchTask,
    tasks: readonly BatchTask[],
    { document, line, after }: { readonly document: string; readonly line: number; readonly after?: bigint },
  ): readonly BatchCount[] {
    const { movement, pool, count } = task;
    const isOwn = document === this.#context.stream;
    const before =
      after === undefined ? this.#cameBackBefore(task, isOwn) : movement.quantity < 0n ? after - count : after;
    const own = isOwn ? movedBatches(this.#context.own).filter(({ move_line_id }) => move_line_id === line) : [];
    const { refunds } = this.#context.state;
    const named = (told: readonly BatchQuantity[]) => this.#names.byName(pool.item, told);
    if (isOwn && refunds === undefined) return this.#arriving(task, tasks, own);
    const origin = { document, line, item: pool.item };
    const returning = { before, count, named: this.#namedParts(task, tasks), words: lineParams(task) };
    if (!returning.named)
      this.pieces.checkNoChoice(
        task,
        isOwn ? own.slice(Number(before / QUANTITY_ONE)) : this.#returned.ofOrigin(origin, before)?.left,
      );
    if (isOwn) {
      return refundedBatches({ sold: own, refunds, line, named }, returning, (message, params) =>
        this.#refuse(task, 'batches', message, params),
      );
    }
    const isNew = this.pieces.isOf(task) && !this.#returned.ofOrigin(origin, before);
    const came = this.#returned.take(origin, returning, (message, params) =>
      this.#refuse(task, 'batches', message, params),
    );
    return isNew ? this.pieces.arriving(task, came, { isAsked: false }) : came;
  }

  /** Of what was sent and did not arrive before: the named batches, or the next ones. What is missing is of the rest. */
  #arriving(task: BatchTask, tasks: readonly BatchTask[], sent: readonly BatchQuantity[]): readonly BatchCount[] {
    const ofLine = tasks.filter(({ line }) => line === task.line);
    const [came = 0n, lost = 0n] = [true, false].map((isIn) =>
      ofLine.filter(({ movement }) => movement.quantity > 0n === isIn).reduce((sum, { count }) => sum + count, 0n),
    );
    const byName = (told: readonly BatchQuantity[]) => this.#names.byName(task.pool.item, told);
    const arriving = new ArrivingBatches(sent, this.#context.state, task.line.fields, byName);
    const named = task.line.isNamedNow ? batchesOf(task.line.fields) : undefined;
    if (!named && this.pieces.isOf(task) && arriving.isChoice(came - lost, lost)) this.pieces.askAll(task);
    if (named && !this.#taken.has(task.line)) {
      this.#checkSum(task, named, came - lost);
      arriving.check(named, lineParams(task), (message, params) => this.#refuse(task, 'batches', message, params));
    }
    this.#taken.set(task.line, came);
    return arriving.parts({ named, came: came - lost, lost, isLost: task.movement.quantity < 0n });
  }

  /** `returned_before` of a return is a position in the line of the other document, and not in its own. */
  #cameBackBefore({ line, movement }: BatchTask, isOwn: boolean): bigint {
    const { state } = this.#context;
    return isOwn ? line.refundedBefore(movement.line, state) : line.returnedBefore(movement.line, state);
  }

  /** Suggests batches for the quantity that a till sold without naming a batch. */
  unsaid(task: BatchTask, named: readonly BatchCount[]): readonly BatchCount[] {
    if (task.movement.quantity >= 0n) return [];
    const rest = task.count - named.reduce((sum, [, count]) => sum + count, 0n);
    return rest > 0n ? this.suggested({ ...task, count: toQuantity(rest) }) : [];
  }

  /**
   * Of the origin's batches where there is an origin, else first expired, first out, by the rule of what the document
   * may take. The rest has no named batch. Goods are refused as expired only if neither the other batches nor the goods
   * of no batch suffice.
   */
  suggested(task: BatchTask): readonly BatchCount[] {
    const { isOfDevice, kind } = this.#context;
    const order = this.#order(task);
    if (namesItsGoods(kind) && !this.pieces.isOf(task) && this.onHand.first(task.pool, isNamed)) {
      this.#refuse(task, 'batches', 'batches_to_correct', lineParams(task));
      return [];
    }
    const origin = this.#origin.of(task);
    if (origin) this.pieces.checkNoChoice(task, origin.left);
    if (origin) return this.#origin.choose(task, origin, order, (batch) => this.#refuseKept(task, batch));
    this.pieces.check(task, []);
    const again = this.#replaced.take(task.pool, task.count);
    const count = again.reduce((rest, [, part]) => rest - part, 0n + task.count);
    if (this.pieces.isOf(task)) return [...again, ...this.pieces.leavingUnsaid(task, count)];
    // What a till sold has left already.
    const { mayTake } = isOfDevice ? { mayTake: () => true } : order;
    const { parts, missing } = this.onHand.firstOut(task.pool, count, { ...order, mayTake });
    if (missing > 0n) this.#refuseRest(task, toQuantity(count - missing), mayTake);
    if (isOfDevice) for (const [batch] of parts) this.#checkMayTake(task, batch);
    return [...again, ...parts];
  }

  /** Goods are there, but not such as the document may take. */
  #refuseRest(task: BatchTask, found: Quantity, mayTake: IssueOrder['mayTake']): void {
    const left = this.onHand.first(task.pool, (batch) => !mayTake(batch));
    if (this.#takes(task) === 'expired')
      this.#refuse(task, 'quantity', 'fewer_expired', { ...lineParams(task), value: printQuantity(found) });
    else if (left) this.#refuseKept(task, left);
  }

  /** True of goods that had expired when they were sold, moved or used: the settings allow it, or a till did it. */
  isMarked(task: BatchTask, batch: Batch): boolean {
    const { quantity: moved, valued } = task.movement;
    return moved < 0n && valued.by === 'average' && this.#takes(task) === 'saleable' && isExpired(batch, this.day);
  }

  #takes({ item }: BatchTask) {
    return takesOf(this.#context.kind, this.#context.data, item);
  }

  #order(task: BatchTask): IssueOrder {
    const { facts } = this.#context;
    const sellsExpired = facts.record('system_setting', 1)?.data['sell_expired'] === true;
    const order = issueOrder(this.#takes(task), { day: this.day, sellsExpired });
    const isHeld = (batch: Batch) => this.#names.isHeld(task.pool.item, batch);
    return { ...order, mayTake: (batch) => order.mayTake(isHeld(batch) ? { ...batch, is_held: true } : batch) };
  }

  #refuse(task: BatchTask, field: string, message: string, more: Record<string, string> = {}): void {
    this.#issues.add(`${task.line.path}.${field}`, message, { ...lineParams(task), ...more });
  }

  #checkMayTake(task: BatchTask, batch: Batch): void {
    if (this.#order(task).mayTake(batch)) return;
    if (this.#takes(task) !== 'expired') this.#refuseKept(task, batch);
    else if (isNamed(batch))
      this.#refuse(task, 'batches', 'batch_not_expired', { ...lineParams(task), batch: batchTitle(batch) });
    else this.#refuse(task, 'batches', 'goods_not_expired');
  }

  /** A batch that goods may not leave of: it is held, or it has expired. */
  #refuseKept(task: BatchTask, batch: Batch): void {
    const { batch_number, expire_date } = batch;
    if (this.#names.isHeld(task.pool.item, batch)) {
      this.#refuse(task, 'batches', 'batch_held', { ...lineParams(task), batch: batchTitle(batch) });
      return;
    }
    const value = expire_date ?? '';
    this.#refuse(task, 'batches', batch_number === null ? 'goods_expired' : 'batch_expired', {
      ...(batch_number === null ? {} : { batch: batch_number }),
      value,
    });
  }

  /** The batches listed by the line, limited to this movement; bonus goods use them after the goods of the line. */
  #namedParts(task: BatchTask, tasks: readonly BatchTask[]): readonly BatchCount[] | undefined {
    const parts = batchesOf(task.line.fields);
    if (parts.length === 0) return undefined;
    const before = this.#taken.get(task.line);
    if (before === undefined) {
      const whole = tasks.filter(({ line }) => line === task.line).reduce((sum, { count }) => sum + count, 0n);
      this.#checkSum(task, parts, whole);
    }
    this.#taken.set(task.line, (before ?? 0n) + task.count);
    return partOfBatches(parts, before ?? 0n, task.count);
  }

  #checkSum(task: BatchTask, parts: readonly BatchQuantity[], whole: bigint): void {
    const sum = sumOfBatches(parts);
    this.pieces.check(task, parts);
    // A till names the batches of its catalogue; batches for the rest are suggested here.
    const isPart = this.#context.isOfDevice && sum < whole;
    if (sum !== whole && !isPart) {
      const [value, needed] = [printQuantity(toQuantity(sum)), printQuantity(toQuantity(whole))];
      this.#refuse(task, 'batches', 'batches_do_not_add_up', { ...lineParams(task), value, needed });
    }
    parts.forEach((part, index) => {
      if (parts.findIndex((other) => isSameBatch(other, part)) < index)
        this.#refuse(task, 'batches', 'batch_named_twice');
    });
  }

  /**
   * The counted quantity of each batch; goods from before the item had batches may have none, at most as many as there
   * were at the moment of the count.
   */
  #counted(task: BatchTask): readonly BatchCount[] {
    const parts = batchesOf(task.line.fields);
    if (parts.length > 0) this.#checkSum(task, parts, task.count);
    const unnamed = task.count - sumOfBatches(parts.filter(isNamed));
    if (unnamed > 0n && !this.onHand.hadUnnamed(task.pool, unnamed)) this.#refuse(task, 'batches', 'batches_required');
    for (const part of parts) if (isNamed(part)) checkComplete(task, part, this.#context, this.#issues);
    return parts.map((part) => [part, quantity(part.quantity)]);
  }

  #received(task: BatchTask, tasks: readonly BatchTask[]): readonly BatchCount[] {
    const several = this.#namedParts(task, tasks);
    const parts = several ?? outOfKits(task, this.#context);
    if (this.pieces.isOf(task)) {
      const back = insideOf(this.#context.data, task.pool.item, this.#context.facts);
      if (!several) {
        this.pieces.checkNoChoice(task, back);
        this.pieces.check(
          task,
          parts.map(([batch, count]) => ({ ...batchOf(batch), quantity: printQuantity(toQuantity(count)) })),
        );
      }
      return this.pieces.arriving(task, parts, { isAsked: true, back });
    }
    for (const [batch] of parts) checkComplete(task, batch, this.#context, this.#issues);
    return parts;
  }
}
