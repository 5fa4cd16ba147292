/**
 * Signs out after one hour without input in any window of this browser, and keeps the token fresh until then. The
 * server's session has the same limit.
 */
import { useEffect } from 'react';
import { idleMs, noteActivity } from '../shared/api/activity.ts';
import { refreshToken, signedOut, tokenAgeMs } from '../shared/api/token.ts';
import { signOut } from '../shared/session/session.ts';

const MINUTE_MS = 60_000;
const LIMIT_MS = 60 * MINUTE_MS;
const CHECK_MS = 30 * MINUTE_MS;
/** Every ten minutes plus up to five, so that the windows of a shop do not refresh at the same time. */
const REFRESH_MS = 10 * MINUTE_MS;
const REFRESH_MORE_MS = 5 * MINUTE_MS;
/** Requests refresh an expired token; an idle window refreshes it at this age. */
const AGE_MAX_MS = 9 * MINUTE_MS;

export function useInactivityLogout(): void {
  useEffect(() => {
    noteActivity();
    const events = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, noteActivity, { passive: true });
    const leave = () => {
      if (idleMs() > LIMIT_MS) void signOut();
    };
    // Timers stop while the machine sleeps, so the check also runs when the window becomes visible.
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
      // Without an answer the person stays signed in: the next request shows the problem.
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
