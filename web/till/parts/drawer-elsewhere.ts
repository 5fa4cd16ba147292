/** A drawer that the server knows the cashier to have open, and this device does not. */
import { useEffect, useState } from 'react';
import { useWatched } from '../device/use-watched.ts';
import { useTill } from './till-context.tsx';

/** Its number; undefined where there is none, and while the server was not reached. */
export function useDrawerElsewhere(): string | undefined {
  const { device, session } = useTill();
  const open = useWatched(device.server)?.open_drawers;
  const cashier = session.cashier.id;
  const [found, setFound] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void find().then((number) => isWanted && setFound(number));
    return () => {
      isWanted = false;
    };
    async function find(): Promise<string | undefined> {
      for (const { id, user_fk, uuid, number } of open ?? []) {
        // One that was opened here is closed here already; the server is told of it in a moment.
        const isHere = typeof uuid === 'string' && (await device.journal.entry(uuid)) !== undefined;
        if (user_fk === cashier && !isHere) return String(number ?? id);
      }
      return undefined;
    }
  }, [device, cashier, open]);
  return found;
}
