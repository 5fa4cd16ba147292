/**
 * Tells the other windows of a till what has changed in the database of the device. A message names a part and nothing else: whoever
 * hears it reads the database, so a message of another page of this origin changes nothing.
 */
import { isOneOf } from '../../../domain/kernel/members.ts';

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

  /** Every window calls its listeners of the part, this one too. */
  changed(part: Part): void {
    this.tellOthers(part);
    this.#call(part);
  }

  /** Where this window does at once what its listeners would do. */
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
