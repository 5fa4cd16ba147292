/** How many online orders wait, with a sound for each new one that can be muted. */
import { useEffect, useRef, useState } from 'react';
import { useWatched } from '../device/use-watched.ts';
import { sound } from './sounds.ts';
import { useTill, useTillSettings } from './till-context.tsx';

export interface OrderAlert {
  readonly count: number;
  readonly isMuted: boolean;
  readonly mute: (isMuted: boolean) => void;
}

export function useOrderAlert(): OrderAlert {
  const { device } = useTill();
  const settings = useTillSettings();
  const count = useWatched(device.server)?.pending_orders ?? 0;
  const [isMuted, setMuted] = useState(!settings.sound);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current && !isMuted) sound('order');
    before.current = count;
  }, [count, isMuted]);
  return { count, isMuted, mute: setMuted };
}
