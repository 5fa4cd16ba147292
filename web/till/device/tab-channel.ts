/**
 * Notifies the other windows of a till about changes in the device's database. A message only names a part, and the
 * receiver reads the database, so a forged message of another page of this origin changes nothing.
 */
import { isOneOf } from '../../../domain/values/members.ts';

export const PARTS = ['identity', 'catalogue', 'journal', 'sending', 'wake', 'session', 'parked', 'clock'] as const;
export type Part = (typeof PARTS)[number];

export class TabChannel {
  readonly #channel = new BroadcastChannel('daftar-till');
  readonly #listeners = new Map<Part, Set<() => void>>();

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isOneOf(PARTS, data)) this.#call(data);
    });
  }

  /** Calls the listeners of the part in every window, including this one. */
  changed(part: Part): void {
    this.tellOthers(part);
    this.#call(part);
  }

  /** For changes that this window has already handled. */
  tellOthers(part: Part): void {
    this.#channel.postMessage(part);
  }

  when(part: Part, listener: () => void): void {
    const listeners = this.#listeners.get(part) ?? new Set();
    this.#listeners.set(part, listeners.add(listener));
  }

  close(): void {
    this.#channel.close();
    this.#listeners.clear();
  }

  #call(part: Part): void {
    for (const listener of this.#listeners.get(part) ?? []) listener();
  }
}
