/** The mark of an event: the first 8 bytes of its hash. A seal has one for each event, and a paper that of its document. */

const MARK_BYTES = 8;

/** 16 hexadecimal digits. */
export const markOf = (leaf: Buffer): string => leaf.toString('hex', 0, MARK_BYTES);
