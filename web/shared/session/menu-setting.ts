/**
 * Whether the side menu is open: on this device in local storage, so that the first paint is correct, and on the server,
 * so that it follows a person to another device.
 */
import { useSyncExternalStore } from 'react';
import { command } from '../api/command.ts';
import { read } from '../api/read.ts';
import { isTablet } from '../controls/narrow.ts';

const KEY = 'daftar.menu_open';
const listeners = new Set<() => void>();
let open: boolean | undefined;

/** As the person left it; on a tablet it shows its symbols alone until the person opens it there. */
const isOpen = (): boolean => {
  if (open === undefined) {
    const kept = localStorage.getItem(KEY);
    open = kept === null ? !isTablet() : kept !== 'no';
  }
  return open;
};

function setOpen(next: boolean): void {
  localStorage.setItem(KEY, next ? 'yes' : 'no');
  open = next;
  for (const listener of listeners) listener();
}

export function turnMenu(): void {
  setOpen(!isOpen());
  // Without an answer the choice remains on this device.
  command('set_sidebar_setting', { body: { collapsed: !isOpen() } }).catch(() => undefined);
}

/** After a sign-in: as the person left it on another device. A tablet keeps its own. */
export async function adoptMenu(): Promise<void> {
  if (isTablet()) return;
  try {
    const { collapsed } = await read('show_sidebar_setting', { shape: {} });
    if (collapsed !== undefined) setOpen(!collapsed);
  } catch {
    // The menu remains as this device has it.
  }
}

export const useMenuOpen = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOpen);
