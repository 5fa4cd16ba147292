/**
 * The mark of an event: the first 8 bytes of its hash. A seal contains the marks of all events, a printed document the
 * mark of the event that completed it.
 */

const MARK_BYTES = 8;

/** 16 hexadecimal digits. */
export const markOf = (leaf: Buffer): string => leaf.toString('hex', 0, MARK_BYTES);
