/** Which goods of a receipt come back on the simulated day. */
import type { Chance } from '../../tools/demo/chance.ts';
import { type Back, type Line, type Receipt, WHOLE } from './by-hand.ts';
import { GOODS } from './goods.ts';

/** Some lines, some of their goods; of what earned a gift all, with the gift or without it. */
export function chosenBack(receipt: Receipt, chance: Chance): { readonly back: Back[]; readonly keeps: bigint } {
  const earning = earningOf(receipt);
  const isPlain = receipt.lines.every(({ discount }) => discount === 0n);
  if (earning && earning.paid.back === 0n && earning.gift.freeBack === 0n && isPlain && chance.inHundred(70)) {
    const { paid, gift } = earning;
    const free = gift.free ?? 0n;
    const stays = chance.inHundred(50);
    const worth = (GOODS[gift.goods].price * free) / WHOLE;
    const back: Back[] =
      paid === gift
        ? [{ line: paid, count: paid.count, free: stays ? 0n : free }]
        : [{ line: paid, count: paid.count }, ...(stays ? [] : [{ line: gift, count: 0n, free }])];
    const value = paid.total;
    return { back, keeps: stays ? (worth < value ? worth : value) : 0n };
  }
  const lines = ordinary(receipt);
  const chosen = chance.pickSome(lines, chance.between(1, lines.length));
  const inOrder = receipt.lines.filter((line) => chosen.includes(line));
  const back = inOrder.map((line): Back => {
    const left = line.count - line.back;
    const isWhole = GOODS[line.goods].scale !== undefined || chance.inHundred(40);
    return { line, count: isWhole ? left : BigInt(chance.between(1, Number(left / WHOLE))) * WHOLE };
  });
  return { back, keeps: 0n };
}

/** The line of a receipt whose goods earned a gift, and the line of the gift: the same one for juice. */
function earningOf({ lines }: Receipt): { readonly paid: Line; readonly gift: Line } | undefined {
  const gift = lines.find(({ free = 0n }) => free > 0n);
  const paid = gift && (gift.goods === 'juice' ? gift : lines.find(({ goods }) => goods === 'rice'));
  return gift && paid && { paid, gift };
}

/** The lines that earned nothing, of which something is left. */
export function ordinary(receipt: Receipt): readonly Line[] {
  const earning = earningOf(receipt);
  return receipt.lines.filter(
    (line) => line.back < line.count && line !== earning?.paid && line !== earning?.gift && !isDouble(line, receipt),
  );
}

/** A receipt may have two promotions at once; then only its other goods come back. */
const isDouble = (line: Line, { lines }: Receipt): boolean =>
  lines.filter(({ free = 0n }) => free > 0n).length > 1 && ['juice', 'rice', 'cup'].includes(line.goods);
