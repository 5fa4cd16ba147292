/**
 * npm runs a script in a shell. SIGTERM ends npm and the shell, but not the processes of the script. Plain JavaScript
 * without packages, like `run.mjs`.
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
