/** Answers that a draft is still to be filled in with: Ctrl+Enter may come before them, and what is saved waits for them. */
const onTheWay = new Set<Promise<void>>();

export function awaited(work: Promise<void>): void {
  onTheWay.add(work);
  void work.finally(() => onTheWay.delete(work));
}

export async function allHaveCome(): Promise<void> {
  await Promise.allSettled(onTheWay);
}
