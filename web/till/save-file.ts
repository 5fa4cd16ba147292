/** The journal of the device as a file: the browser asks where it goes, or puts it where it puts files. */
import type { TillDevice } from './device/device.ts';

export async function saveFile(device: TillDevice, only?: 'refused'): Promise<void> {
  const { name, content } = await device.exportFile(only);
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
