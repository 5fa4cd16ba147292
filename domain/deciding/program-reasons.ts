/**
 * Reasons that the program stores with an event. They are codes with texts under `history:reasons.<code>`; every other
 * reason is text of a person.
 */
export const PROGRAM_REASONS = ['first_start', 'gate', 'differs', 'cancelled', 'failed', 'first_day_moved'] as const;
/** The reason of the records that every business starts with. */
export const FIRST_START = 'first_start' satisfies (typeof PROGRAM_REASONS)[number];
export type ProgramReason = (typeof PROGRAM_REASONS)[number];

/** Older logs contain this text instead of the code. */
const STORED_BEFORE: Readonly<Partial<Record<ProgramReason, string>>> = { first_start: 'first start' };

/** All stored forms of this reason. */
export const storedReasons = (reason: ProgramReason): readonly string[] =>
  [reason, STORED_BEFORE[reason]].filter((text) => text !== undefined);

/** The code of a stored reason; undefined for text of a person. */
export const programReasonOf = (stored: string): ProgramReason | undefined =>
  PROGRAM_REASONS.find((reason) => storedReasons(reason).includes(stored));
