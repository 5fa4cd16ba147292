/** The number of pending online orders, with a sound for each new one, which can be muted on this device. */
import { setPreferences, usePreferences } from '../../shared/language/preferences.ts';
import { useNewOrderSound } from '../../shared/notify/order-sound.ts';
import { useWatched } from '../device/use-watched.ts';
import { useTill, useTillSettings } from './till-context.tsx';

export interface OrderAlert {
  readonly count: number;
  readonly isMuted: boolean;
  readonly mute: (isMuted: boolean) => void;
}

export function useOrderAlert(): OrderAlert {
  const { device } = useTill();
  const settings = useTillSettings();
  const { quietOrders = !settings.sound } = usePreferences();
  const count = useWatched(device.orders);
  useNewOrderSound(count, quietOrders);
  return { count: count ?? 0, isMuted: quietOrders, mute: (isMuted) => setPreferences({ quietOrders: isMuted }) };
}
