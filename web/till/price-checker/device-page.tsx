/** The price checker on a till's device, for customers; any other device requires a sign-in. */
import { type ReactNode, useEffect, useState } from 'react';
import { loadWholeLanguage } from '../../shared/language/language.ts';
import { Toaster } from '../../shared/notify/toaster.tsx';
import { openTillDevice, type TillDevice } from '../device/device.ts';
import { useWatched } from '../device/use-watched.ts';
import { FirstLoad } from '../parts/signing-in/first-load.tsx';
import { Switches } from '../parts/switches.tsx';
import { lookUpOnDevice } from './look-up-on-device.ts';
import { PriceChecker } from './price-checker.tsx';

let opened: Promise<TillDevice | undefined> | undefined;

/** Undefined when this browser cannot be a till. */
const openDevice = (): Promise<TillDevice | undefined> => {
  opened ??= Promise.all([openTillDevice(), loadWholeLanguage()])
    .then(([device]) => {
      device.start();
      return device;
    })
    // A browser that cannot be a till requires a sign-in.
    .catch(() => undefined);
  return opened;
};

export default function PriceCheckerAtTill({ otherwise }: { readonly otherwise: ReactNode }) {
  const [device, setDevice] = useState<TillDevice | null>();
  useEffect(() => {
    void openDevice().then((found) => setDevice(found ?? null));
  }, []);
  if (device === undefined) return null;
  return device ? <AtDevice device={device} otherwise={otherwise} /> : otherwise;
}

function AtDevice({ device, otherwise }: { readonly device: TillDevice; readonly otherwise: ReactNode }) {
  const identity = useWatched(device.identity);
  return identity ? <DevicePriceChecker device={device} /> : otherwise;
}

export function DevicePriceChecker({ device }: { readonly device: TillDevice }) {
  // Before the first catalogue every barcode would be unknown.
  const { status } = useWatched(device.catalogue.state);
  return (
    <main className="flex h-full flex-col">
      {status === 'ready' ? <PriceChecker lookUp={lookUpOnDevice(device)} /> : <FirstLoad device={device} />}
      <div className="flex justify-center p-3">
        <Switches />
      </div>
      <Toaster />
    </main>
  );
}
