/** Signs out after one hour without a key, click or touch in any window of this browser. */
import { useEffect } from 'react';
import { signOut } from '../shared/session/session.ts';

const LIMIT_MS = 60 * 60 * 1000;
const CHECK_MS = 60 * 1000;
/** Activity is written down at most so often: local storage is slow. */
const NOTE_MS = 10 * 1000;
const KEY = 'daftar.last_activity';

export function useInactivityLogout(): void {
  useEffect(() => {
    let noted = 0;
    const note = () => {
      const now = Date.now();
      if (now - noted < NOTE_MS) return;
      noted = now;
      localStorage.setItem(KEY, String(now));
    };
    note();
    const events = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, note, { passive: true });
    const check = setInterval(() => {
      if (Date.now() - Number(localStorage.getItem(KEY)) > LIMIT_MS) void signOut();
    }, CHECK_MS);
    return () => {
      clearInterval(check);
      for (const event of events) window.removeEventListener(event, note);
    };
  }, []);
}
