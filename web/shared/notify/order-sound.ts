/** Plays a sound when the number of pending online orders increases. */
import { useEffect, useRef } from 'react';
import { sound } from './sounds.ts';

/** `count` is undefined until the server has answered; the first number makes no sound. */
export function useNewOrderSound(count: number | undefined, isMuted: boolean): void {
  const before = useRef(count);
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count > before.current && !isMuted) sound('order');
    before.current = count;
  }, [count, isMuted]);
}
