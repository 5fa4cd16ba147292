/** How long a session lasts, in seconds. */

/** Inactivity: nobody did anything for so long. */
export const IDLE_SECONDS = 3600;
/** However active, a person signs in again after this. */
export const SESSION_SECONDS = 12 * 3600;
