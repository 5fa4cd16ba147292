/** What the page of a staff member opens with: the menu of a row leads to it. */
export const STAFF_TASKS = ['set_roles', 'change_outlets', 'give_password'] as const;
export type StaffTask = (typeof STAFF_TASKS)[number];

export function taskSearch({ task }: Readonly<Record<string, unknown>>): { task?: StaffTask } {
  const known = STAFF_TASKS.find((name) => name === task);
  return known ? { task: known } : {};
}
