/**
 * Assigns batches to the movements of a posting: as its lines name them, as the returned document had them, or first
 * expired first out.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import { itemNames } from '../catalogue/item-names.ts';
import type { Facts } from '../kernel/facts.ts';
import { type Members, membersOf } from '../kernel/members.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Movement, Posting } from '../posting/entry.ts';
import {
  type Batch,
  type BatchQuantity,
  batchesOf,
  batchOf,
  isExpired,
  isNamed,
  isSameBatch,
  type MovedBatch,
  movedBatches,
  partOfBatches,
  sumOfBatches,
  tracksBatches,
} from './batch.ts';
import { type GoodsLine, goodsLines } from './batch-lines.ts';
import { OnHandBatches } from './on-hand-batches.ts';

export interface BatchContext {
  readonly kind: string;
  readonly stream: string;
  /** State before the event, and the document's own data in it. */
  readonly state: Members;
  readonly own: Members;
  /** Data of the event. */
  readonly data: Members;
  readonly facts: Facts;
  /** True for documents paid at a till: nothing is refused, and unknown goods remain without a batch. */
  readonly isOfDevice: boolean;
}

/** Kinds of documents that sell goods. */
const SELLING: ReadonlySet<string> = new Set(['sale', 'pos_sale', 'online_order']);

/** Kinds whose lines receive goods of one batch. */
const NAMED_BY_LINE: ReadonlySet<string> = new Set(['purchase', 'opening_balance']);

type Moved = readonly [Batch, bigint];

/** A movement of an item with batches, and its line. */
interface Task {
  readonly movement: Movement;
  readonly pool: { readonly item: number; readonly inventory: number };
  readonly line: GoodsLine;
  readonly item: ItemData;
  readonly count: Quantity;
}

/** In the order of the movements; quantities of no named batch are left out. */
export function movementBatches(posting: Posting, context: BatchContext, issues: Issues): MovedBatch[] {
  const { facts, kind } = context;
  const tasks = tasksOf(posting, context, issues);
  const decision = new Decision(context, posting.effective.slice(0, 10), new OnHandBatches(facts), issues);
  // Named batches are assigned before suggested ones, so that suggestions use the remaining stock.
  const found = new Map<Task, readonly Moved[]>();
  for (const task of tasks) {
    const named = decision.named(task, tasks);
    if (named) found.set(task, named);
  }
  for (const task of tasks) {
    const named = found.get(task);
    if (!named) found.set(task, decision.suggested(task));
    else if (context.isOfDevice) found.set(task, [...named, ...decision.unsaid(task, named)]);
  }
  const isSold = SELLING.has(kind);
  return tasks.flatMap((task) =>
    (found.get(task) ?? [])
      .filter(([batch]) => isNamed(batch))
      .map(([{ batch_number, expire_date }, count]) => ({
        move_line_id: task.movement.line,
        ...{ batch_number, expire_date, quantity: printQuantity(toQuantity(count)) },
        ...(isSold && task.movement.quantity < 0n && isExpired({ batch_number, expire_date }, decision.day)
          ? { is_expired: true as const }
          : {}),
      })),
  );
}

function tasksOf({ movements }: Posting, { data, facts }: BatchContext, issues: Issues): Task[] {
  const lines = goodsLines(data);
  const refused = new Set<GoodsLine>();
  return movements.flatMap((movement): Task[] => {
    const { pool, valued } = movement;
    if (pool.kind !== 'stock') return [];
    const item = facts.record<ItemData>('item', pool.item)?.data;
    const line = lines.of(movement.line, pool.item);
    if (!item || !line) return [];
    if (tracksBatches(item)) {
      const counted = valued.by === 'count' ? valued.real : movement.quantity;
      const count = toQuantity(counted < 0n ? -counted : counted);
      return count === 0n && valued.by !== 'count' ? [] : [{ movement, pool, line, item, count }];
    }
    if (!refused.has(line) && (batchesOf(line.fields).length > 0 || batchOf(line.fields).batch_number !== null)) {
      refused.add(line);
      issues.add(
        `${line.path}.${batchesOf(line.fields).length > 0 ? 'batches' : 'batch_number'}`,
        'no_batches_of_item',
        {
          ...params({ line, item }),
        },
      );
    }
    return [];
  });
}

const params = ({ line, item }: Pick<Task, 'line' | 'item'>) => ({ line: String(line.number), ...itemNames(item) });

class Decision {
  readonly #context: BatchContext;
  readonly #onHand: OnHandBatches;
  readonly #issues: Issues;
  /** Quantity already used of the batches that a line names. */
  readonly #taken = new Map<GoodsLine, bigint>();
  /** Posting date. */
  readonly day: string;

  constructor(context: BatchContext, day: string, onHand: OnHandBatches, issues: Issues) {
    this.#context = context;
    this.day = day;
    this.#onHand = onHand;
    this.#issues = issues;
  }

  /** Undefined when the line names no batch and a suggestion is needed. */
  named(task: Task, tasks: readonly Task[]): readonly Moved[] | undefined {
    const { movement } = task;
    const { valued } = movement;
    if (valued.by === 'count') return this.#counted(task);
    if (valued.by === 'sameCostAs') {
      const parts = this.#namedParts(task, tasks);
      const origin = this.#origin(valued.document).filter(({ move_line_id }) => move_line_id === valued.line);
      if (parts && valued.document !== this.#context.stream) return this.#ofOrigin(task, parts, origin);
      return partOfBatches(origin, this.#accountedBefore(task), task.count);
    }
    if (movement.quantity > 0n) return this.#received(task, tasks);
    const parts = this.#namedParts(task, tasks) ?? this.#bought(task);
    if (!parts) return undefined;
    for (const [batch, count] of parts) {
      if (!isNamed(batch) && !this.#onHand.hasUnnamed(task.pool, count))
        this.#refuse(task, 'batches', 'not_enough_unnamed');
      this.#checkExpired(task, batch);
      this.#onHand.take(task.pool, batch, count);
    }
    return parts;
  }

  /** Suggests batches for the quantity that a till sold without naming a batch. */
  unsaid(task: Task, named: readonly Moved[]): readonly Moved[] {
    if (!this.#isSold() || task.movement.quantity >= 0n) return [];
    const rest = task.count - named.reduce((sum, [, count]) => sum + count, 0n);
    return rest > 0n ? this.suggested({ ...task, count: toQuantity(rest) }) : [];
  }

  /** First expired, first out, without expired batches where they may not be sold. The rest has no named batch. */
  suggested(task: Task): readonly Moved[] {
    const { isOfDevice } = this.#context;
    const sellsAll = isOfDevice || !this.#isSold() || this.#sellsExpired();
    const isSellable = (batch: Batch) => sellsAll || !isExpired(batch, this.day);
    const after = (batch: Batch) => this.#isSold() && isExpired(batch, this.day);
    const parts = this.#onHand.firstOut(task.pool, task.count, isSellable, after);
    const rest = task.count - parts.reduce((sum, [, count]) => sum + count, 0n);
    const left = rest > 0n ? this.#onHand.first(task.pool, (batch) => !isSellable(batch)) : undefined;
    if (left) this.#refuseExpired(task, left);
    if (isOfDevice) for (const [batch] of parts) this.#checkExpired(task, batch);
    return parts;
  }

  #isSold(): boolean {
    return SELLING.has(this.#context.kind);
  }

  #sellsExpired(): boolean {
    return this.#context.facts.record('system_setting', 1)?.data['sell_expired'] === true;
  }

  #refuse(task: Task, field: string, message: string, more: Record<string, string> = {}): void {
    this.#issues.add(`${task.line.path}.${field}`, message, { ...params(task), ...more });
  }

  #checkExpired(task: Task, batch: Batch): void {
    if (this.#isSold() && !this.#sellsExpired() && isExpired(batch, this.day)) this.#refuseExpired(task, batch);
  }

  #refuseExpired(task: Task, { batch_number, expire_date }: Batch): void {
    const value = expire_date ?? '';
    this.#refuse(task, 'batches', batch_number === null ? 'goods_expired' : 'batch_expired', {
      ...(batch_number === null ? {} : { batch: batch_number }),
      value,
    });
  }

  /** The batches listed by the line, limited to this movement; bonus goods use them after the goods of the line. */
  #namedParts(task: Task, tasks: readonly Task[]): readonly Moved[] | undefined {
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

  #checkSum(task: Task, parts: readonly BatchQuantity[], whole: bigint): void {
    const sum = sumOfBatches(parts);
    // A till names the batches of its catalogue; batches for the rest are suggested here.
    const isPart = this.#context.isOfDevice && sum < whole;
    if (sum !== whole && !isPart) {
      const [value, needed] = [printQuantity(toQuantity(sum)), printQuantity(toQuantity(whole))];
      this.#refuse(task, 'batches', 'batches_do_not_add_up', { ...params(task), value, needed });
    }
    parts.forEach((part, index) => {
      if (parts.findIndex((other) => isSameBatch(other, part)) < index)
        this.#refuse(task, 'batches', 'batch_named_twice');
    });
  }

  /** The counted quantity of each batch; goods from before the item had batches may have none. */
  #counted(task: Task): readonly Moved[] {
    const parts = batchesOf(task.line.fields);
    if (parts.length > 0) this.#checkSum(task, parts, task.count);
    const unnamed = task.count - sumOfBatches(parts.filter(isNamed));
    if (unnamed > 0n && !this.#onHand.hasUnnamed(task.pool, unnamed)) this.#refuse(task, 'batches', 'batches_required');
    for (const part of parts) if (isNamed(part)) this.#checkComplete(task, part);
    return parts.map((part) => [part, quantity(part.quantity)]);
  }

  #received(task: Task, tasks: readonly Task[]): readonly Moved[] {
    const { isOfDevice, data } = this.#context;
    const parts = this.#namedParts(task, tasks) ?? [[batchOf(task.line.fields), task.count] as const];
    // Components of a collection have no line of their own that could name a batch.
    const isUnasked = isOfDevice || data['collection_fk'] !== undefined;
    for (const [batch] of parts) if (!isUnasked) this.#checkComplete(task, batch);
    return parts;
  }

  #checkComplete(task: Task, { batch_number, expire_date }: Batch): void {
    const isOfLine = NAMED_BY_LINE.has(this.#context.kind);
    if (task.item.has_batch_number && batch_number === null) {
      this.#refuse(task, isOfLine ? 'batch_number' : 'batches', 'batch_number_required');
    }
    if (task.item.has_expire && expire_date === null) {
      this.#refuse(task, isOfLine ? 'expire_date' : 'batches', 'expire_date_required');
    }
  }

  /** For a returned purchase: the batch of its line. */
  #bought(task: Task): readonly Moved[] | undefined {
    const { data, facts } = this.#context;
    const [purchase, line] = [data['purchase_fk'], task.line.fields['purchase_line_id']];
    if (typeof purchase !== 'number' || typeof line !== 'number') return undefined;
    const state = membersOf(facts.document<unknown>('purchase', purchase));
    const bought = goodsLines(membersOf(state['purchase'])).of(line, task.pool.item);
    const batch = batchOf(bought?.fields);
    return isNamed(batch) && this.#onHand.has(task.pool, batch, task.count) ? [[batch, task.count]] : undefined;
  }

  /** The batches moved by the document that is returned or received. */
  #origin(document: string): MovedBatch[] {
    const { stream, own, facts } = this.#context;
    if (document === stream) return movedBatches(own);
    const [kind = '', id] = document.split('-');
    const state = membersOf(facts.document<unknown>(kind, Number(id)));
    return [state['data'], state['sale'], state['purchase']].flatMap(movedBatches);
  }

  #ofOrigin(task: Task, parts: readonly Moved[], origin: readonly MovedBatch[]): readonly Moved[] {
    for (const [batch] of parts) {
      const isThere = origin.length === 0 || origin.some((other) => isSameBatch(other, batch));
      if (!isThere)
        this.#refuse(task, 'batches', 'batch_not_of_document', {
          ...params(task),
          batch: batch.batch_number ?? batch.expire_date ?? '',
        });
    }
    return parts;
  }

  /** Quantity of the origin's goods returned or received before. */
  #accountedBefore({ movement, line, count }: Task): bigint {
    const { valued } = movement;
    if (valued.by === 'sameCostAs' && valued.after !== undefined)
      return movement.quantity < 0n ? valued.after - count : valued.after;
    return line.returnedBefore(movement.line, this.#context.state);
  }
}
