/** How long a session lasts, in seconds, and how many a person has. */

/** Inactivity: nobody did anything for so long. */
export const IDLE_SECONDS = 3600;
/** However active, a person signs in again after this. */
export const SESSION_SECONDS = 12 * 3600;
/**
 * Whoever decides about people, or ends sessions, has typed the password (and a code of the second factor) no longer ago
 * than this.
 */
export const PROOF_SECONDS = 900;
/** Of one person at a time. */
export const SESSIONS_MAX = 20;
/** Why a session ended that was one too many. It was not revoked: jobs that it started go on. */
export const DISPLACED = 'displaced';
