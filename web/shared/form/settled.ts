/** Some fields store their text when they lose the focus; saving by key does not move the focus. */
export function settled(run: () => unknown): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) {
    focused.blur();
    focused.focus();
  }
  run();
}
