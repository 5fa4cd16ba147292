/**
 * What is noted of the batches of an item beside the documents that moved them: what they are called since a correction
 * (docs/decisions/0141), and which of them are held (docs/decisions/0142). An event names a batch as it was told first, and that never changes. The notes are levels, so every
 * decision about goods reads them together with the batches, and is decided again when one was noted in between.
 */
import { type Batch, batchCode, batchOfCode } from '../values/batch.ts';

export interface CalledBatch {
  /** The batch as events name it. */
  readonly told: Batch;
  readonly called: Batch;
  /** Of several names of one batch, the one with the highest step is its name now. */
  readonly step: number;
}

export interface BatchNotes {
  readonly called: readonly CalledBatch[];
  /** As events name them. */
  readonly held: readonly Batch[];
}

export const NO_NOTES: BatchNotes = { called: [], held: [] };

/** `noted:5:` is the prefix of all that is noted of the batches of item 5. */
export const notesPrefix = (item: number): string => `noted:${item}:`;

/** `noted:5:called:2027-02-15:B12:2027-12-15:B13` */
export const calledKey = (item: number, told: Batch, called: Batch): string =>
  `${notesPrefix(item)}called:${batchCode(told)}:${batchCode(called)}`;

/** `noted:5:held:2027-02-15:B12` */
export const heldKey = (item: number, told: Batch): string => `${notesPrefix(item)}held:${batchCode(told)}`;

/** The notes in the levels below `notesPrefix`. */
export function notesOf(levels: readonly { readonly key: string; readonly total: string }[]): BatchNotes {
  const called = levels.flatMap(({ key, total: step }): CalledBatch[] => {
    const [, , what, ...code] = key.split(':');
    if (what !== 'called') return [];
    const [told, name] = [code.slice(0, 2), code.slice(2, 4)].map((part) => batchOfCode(part.join(':')));
    return told && name ? [{ told, called: name, step: Number(step) }] : [];
  });
  const held = levels.flatMap(({ key }): Batch[] => {
    const [, , what, ...code] = key.split(':');
    return what === 'held' ? [batchOfCode(code.join(':'))] : [];
  });
  return called.length + held.length === 0 ? NO_NOTES : { called, held };
}
