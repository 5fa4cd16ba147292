/**
 * Reasons that the program itself gives with an event. They are stored as codes, `history:reasons.<code>` has their words; every
 * other reason is a person's own text.
 */
export const PROGRAM_REASONS = ['first_start', 'gate', 'differs', 'cancelled', 'failed'] as const;
/** Of the records that every business has. */
export const FIRST_START = 'first_start' satisfies (typeof PROGRAM_REASONS)[number];
export type ProgramReason = (typeof PROGRAM_REASONS)[number];

/** Older logs have the text of the first start instead of its code. */
const STORED_BEFORE: Readonly<Partial<Record<ProgramReason, string>>> = { first_start: 'first start' };

/** The texts that stand in the log for this reason. */
export const storedReasons = (reason: ProgramReason): readonly string[] =>
  [reason, STORED_BEFORE[reason]].filter((text) => text !== undefined);

/** Undefined for the text of a person. */
export const programReasonOf = (stored: string): ProgramReason | undefined =>
  PROGRAM_REASONS.find((reason) => storedReasons(reason).includes(stored));
