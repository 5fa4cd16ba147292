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
/** End reason of a session beyond the maximum. It is not a revocation: jobs of the session continue. */
export const DISPLACED = 'displaced';
