/** The screens of the till. */

import type { TillDevice } from './device/device.ts';
import { DevicePage } from './device-page.tsx';

export default function Till({ device }: { readonly device: TillDevice }) {
  return <DevicePage device={device} />;
}
