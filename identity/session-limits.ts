/** Durations of a session in seconds, and the maximum number of sessions of a user. */

/** Maximum idle time. */
export const IDLE_SECONDS = 3600;
/** Maximum duration, however active. */
export const SESSION_SECONDS = 12 * 3600;
/**
 * Maximum age of the last proof of identity (password, and code of the second factor) for decisions about users and
 * for ending sessions.
 */
export const PROOF_SECONDS = 900;
/** Per user at a time. */
export const SESSIONS_MAX = 20;
/** End reason of a session that its person ended by signing out. */
export const SIGNED_OUT = 'signed_out';
/** End reason of a session beyond the maximum. */
export const DISPLACED = 'displaced';
/** End reasons that are no revocation: jobs of the session continue, until something revokes it afterwards. */
export const NOT_REVOKING: readonly string[] = [SIGNED_OUT, DISPLACED];
