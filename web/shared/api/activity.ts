/**
 * The time of a person's last input in any window of this browser. Requests that a window sends without an input of the
 * person are marked, so that they do not extend the session.
 */
const KEY = 'daftar.last_activity';
/** Writing is slow, so activity is stored at most this often. */
const NOTE_MS = 10_000;
/** After this time without input, a request counts as the window's own. */
const PRESENT_MS = 5 * 60_000;

let noted = 0;

export function noteActivity(): void {
  const now = Date.now();
  if (now - noted < NOTE_MS) return;
  noted = now;
  localStorage.setItem(KEY, String(now));
}

/** Milliseconds since the last input. */
export function idleMs(): number {
  return Date.now() - Number(localStorage.getItem(KEY) ?? 0);
}

export const isBackground = (): boolean => idleMs() > PRESENT_MS;

/** The mark of a request that the window sends by itself. */
export const windowHeaders = (): Readonly<Record<string, string>> => (isBackground() ? { 'X-Background': '1' } : {});
