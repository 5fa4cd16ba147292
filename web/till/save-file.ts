/** Saves the journal of the device as a file: through the browser's save dialog, or as a download. */
import type { TillDevice } from './device/device.ts';

export async function saveFile(device: TillDevice, only?: 'refused'): Promise<void> {
  const { name, content } = await device.exportFile(only);
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
