/** Whether the browser protects this device's storage, and a request to do so; insecure addresses have neither. */

/** Null when the browser does not report it. */
export async function storageIsKept(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}

export async function keepStorage(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.()) ?? null;
}
