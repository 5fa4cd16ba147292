/**
 * When a person last touched this browser, in any of its windows. What a window asks for by itself while nobody is
 * there says so to the server, so that it keeps no session alive.
 */
const KEY = 'daftar.last_activity';
/** Writing is slow: activity is noted at most so often. */
const NOTE_MS = 10_000;
/** So long after the last touch a request is the window's own. */
const PRESENT_MS = 5 * 60_000;

let noted = 0;

export function noteActivity(): void {
  const now = Date.now();
  if (now - noted < NOTE_MS) return;
  noted = now;
  localStorage.setItem(KEY, String(now));
}

/** Since a person did something here. */
export function idleMs(): number {
  return Date.now() - Number(localStorage.getItem(KEY) ?? 0);
}

export const isBackground = (): boolean => idleMs() > PRESENT_MS;
