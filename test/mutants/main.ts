/** `npm run test:mutants`: the share of small errors in the program that the tests catch, and those that they do not. */
import { chosenMutants } from './plan.ts';
import { tried } from './run.ts';

const t = performance.now();
const { all, unusable } = await tried(chosenMutants(process.argv.slice(2)));
for (const line of unusable) console.error(line);
for (const fate of ['not reached', 'survived'] as const)
  for (const { mutant, fate: f } of all) if (f === fate) console.error(`${fate}  ${mutant.file}:${mutant.line}  ${mutant.what}  ${mutant.of}`);
const by: Record<string, [number, number, number]> = {};
for (const { mutant, fate } of all) {
  const k = mutant.file.split('/')[1]!;
  by[k] ??= [0, 0, 0];
  by[k][fate === 'caught' ? 0 : fate === 'survived' ? 1 : 2] += 1;
}
console.error(by, all.filter((x) => x.fate === 'caught').length, all.length, (performance.now() - t) / 1000);
