/** Plays a sound when the number of pending online orders increases: in one window of the browser. */
import { useEffect, useRef } from 'react';
import { sound } from './sounds.ts';

/** `count` is undefined until the server has answered; the first number makes no sound. */
export function useNewOrderSound(count: number | undefined, isMuted: boolean): void {
  const before = useRef(count);
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count > before.current && !isMuted) void ring();
    before.current = count;
  }, [count, isMuted]);
}

/** As long as the sound. */
const RINGING_MS = 500;
/** A window in which the person has done nothing yet may make no sound, so it waits for the others. */
const LATER_MS = 200;

async function ring(): Promise<void> {
  if (!('locks' in navigator)) return sound('order');
  if (!navigator.userActivation?.hasBeenActive) await pause(LATER_MS);
  await navigator.locks.request('daftar-order-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    sound('order');
    await pause(RINGING_MS);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
