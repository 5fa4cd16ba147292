/** A sound when more online orders wait than before. */
import { useEffect, useRef } from 'react';
import { sound } from './sounds.ts';

/** `count`: undefined until the server has said it; what waits already then makes no sound. */
export function useNewOrderSound(count: number | undefined, isMuted: boolean): void {
  const before = useRef(count);
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count > before.current && !isMuted) sound('order');
    before.current = count;
  }, [count, isMuted]);
}
