import { it } from 'vitest';
import { TwoOutlets } from './non-interference.ts';

it('explore', async () => {
  const two = await TwoOutlets.open();
  const addresses = await two.addresses();
  const before = await two.answers(addresses);
  await two.happenElsewhere();
  const after = await two.answers(addresses);
  console.log(addresses.length, [...before].filter(([, s]) => s.status !== 200).map(([a, s]) => `${a} ${s.status}`).join('; ').slice(0, 3000));
  for (const [a, b] of before) {
    const c = after.get(a)!;
    if (b.text === c.text && b.status === c.status) continue;
    let i = 0; while (b.text[i] === c.text[i]) i++;
    console.log('DIFF', a, b.status, c.status, '\n   ', b.text.slice(Math.max(0, i - 90), i + 90), '\n   ', c.text.slice(Math.max(0, i - 90), i + 90));
  }
  await two.close();
});
