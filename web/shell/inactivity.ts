/**
 * Signs out after one hour without a key, click or touch in any window of this browser, and keeps the token fresh
 * until then. The server ends the session of itself after the same time.
 */
import { useEffect } from 'react';
import { idleMs, noteActivity } from '../shared/api/activity.ts';
import { refreshToken, signedOut, tokenAgeMs } from '../shared/api/token.ts';
import { signOut } from '../shared/session/session.ts';

const MINUTE_MS = 60_000;
const LIMIT_MS = 60 * MINUTE_MS;
const CHECK_MS = 30 * MINUTE_MS;
/** Every ten minutes and up to five more, so that the windows of a shop do not all ask at once. */
const REFRESH_MS = 10 * MINUTE_MS;
const REFRESH_MORE_MS = 5 * MINUTE_MS;
/** Requests refresh a token that is over; a window in which nobody asks anything refreshes it when it is older. */
const AGE_MAX_MS = 9 * MINUTE_MS;

export function useInactivityLogout(): void {
  useEffect(() => {
    noteActivity();
    const events = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, noteActivity, { passive: true });
    const leave = () => {
      if (idleMs() > LIMIT_MS) void signOut();
    };
    // Timers sleep with the machine: whoever comes back to the window meets the check too.
    document.addEventListener('visibilitychange', leave);
    const check = setInterval(leave, CHECK_MS);
    return () => {
      clearInterval(check);
      document.removeEventListener('visibilitychange', leave);
      for (const event of events) window.removeEventListener(event, noteActivity);
    };
  }, []);
}

export function useFreshToken(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const refresh = async () => {
      // Without an answer nobody is signed out: the next request shows what is wrong.
      const isOver = tokenAgeMs() > AGE_MAX_MS && !(await refreshToken().catch(() => true));
      if (isOver) signedOut();
      else wait();
    };
    const wait = () => {
      timer = setTimeout(() => void refresh(), REFRESH_MS + Math.random() * REFRESH_MORE_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
}
