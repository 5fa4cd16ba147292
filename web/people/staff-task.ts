/** Dialogs of a staff member's page, which menus of rows link to. */
export const STAFF_TASKS = ['set_roles', 'change_outlets', 'give_password'] as const;
export type StaffTask = (typeof STAFF_TASKS)[number];

export function taskSearch({ task }: Readonly<Record<string, unknown>>): { task?: StaffTask } {
  const known = STAFF_TASKS.find((name) => name === task);
  return known ? { task: known } : {};
}
