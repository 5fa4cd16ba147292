/**
 * npm runs a script in a shell, and ends without it: SIGTERM ends npm and the shell, and leaves what the script started.
 * Plain JavaScript without packages, as `run.mjs`.
 */

/** Sends SIGTERM to this process when the process that started it has ended. */
export function stopWithParent(everyMs = 500) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}
