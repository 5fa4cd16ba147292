/** In the page: the core of a till without screens, and the connections of its database, which a test can close. */
import { startTillLanguage } from '../../../web/shared/language/language.ts';
import { openTillDevice, type TillDevice } from '../../../web/till/device/device.ts';

export interface TillInPage {
  readonly device: TillDevice;
  /** Closes every open connection to the database, as a browser with little memory does. */
  breakConnections(): void;
}

declare global {
  interface Window {
    till: TillInPage;
  }
}

const connections = new Set<IDBDatabase>();
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
  const request = open.apply(this, given);
  request.addEventListener('success', () => connections.add(request.result));
  return request;
};

await startTillLanguage();
const device = await openTillDevice();
window.till = {
  device,
  breakConnections() {
    for (const connection of connections) connection.close();
    connections.clear();
  },
};
const { dataset } = document.documentElement;
const show = () => {
  dataset['till'] = device.identity.current() ? 'enrolled' : 'open';
};
device.identity.subscribe(show);
show();
device.start();
