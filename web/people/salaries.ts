/** The base salaries of staff who are salesmen, which the lines of a payroll begin with. */
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../shared/api/query.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { type Fields, isEmpty, type Value } from '../shared/document/model/draft.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { useCan } from '../shared/session/session.ts';

interface Salesman {
  readonly user_fk: number | null;
  readonly base_salary: string | null;
}

const KEY = ['salesmen', 'salaries'];
const FRESH_MS = 60_000;

/** Loads them once, for persons who may see them: the look-up of salesmen shows no salaries. */
export function useSalaries(enabled: boolean): void {
  const can = useCan();
  useQuery({
    queryKey: KEY,
    queryFn: async () => listThatFits<Salesman>(await fetchPages('salesmen', { 'filter[is_active]': 1 }), {}),
    enabled: enabled && can('salesmen/index'),
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
}

/** The salary of the person, for a line that has none, or that of the person whom it named before. */
export function salaryOf(user: unknown, line: Fields): { readonly base_salary?: Value } {
  const [had, named] = [line['base_salary'] ?? null, knownSalary(line['user_fk'])];
  if (!isEmpty(had) && had !== named) return {};
  const salary = knownSalary(user);
  return salary === undefined && isEmpty(had) ? {} : { base_salary: salary ?? null };
}

/** Of the only active salesman that names this person. */
function knownSalary(user: unknown): string | undefined {
  const known = queryClient.getQueryData<readonly Salesman[]>(KEY) ?? [];
  const [salesman, another] = known.filter(({ user_fk }) => typeof user === 'number' && user_fk === user);
  return another ? undefined : (salesman?.base_salary ?? undefined);
}
