/**
 * What the goods of the demonstration look like: one picture for each kind, drawn here as a bag, a bottle, a box or a shirt in
 * a colour of its category, and uploaded as a person uploads it. Its name follows from the kind, because events hold it.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { readPicture } from '../../command-api/attachments/picture.ts';
import type { Commands } from '../../command-api/handling/open-commands.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import type { GoodsKind, SIZES } from './goods-words.ts';

const SIDE = 160;
const HUES_APART = 29;

/** Within a square of 160: what holds the goods, and its label. */
const SHAPES: Readonly<Record<keyof typeof SIZES, string>> = {
  weight: '<path d="M48 40h64l8 96H40z"/><path d="M48 40l6-14h52l6 14z" opacity=".7"/>',
  volume:
    '<path d="M70 18h20v24l14 22v76H56V64l14-22z"/><rect x="68" y="12" width="24" height="12" rx="3" opacity=".7"/>',
  pack: '<path d="M34 54l46-22 46 22v56l-46 22-46-22z"/><path d="M34 54l46 22 46-22" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>',
  size: '<path d="M56 32h48l28 20-14 24-12-8v64H54V68l-12 8-14-24z"/>',
};

/** The same picture for the same kind. */
function drawn({ sizes }: GoodsKind, hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <rect width="${SIDE}" height="${SIDE}" fill="hsl(${hue},45%,92%)"/>
    <g fill="hsl(${hue},48%,45%)">${SHAPES[sizes]}</g>
    <circle cx="80" cy="98" r="17" fill="hsl(${(hue + 140) % 360},60%,88%)"/></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** Gives the name of the picture; `number` is that of the kind among all of them. */
export async function pictureOf(
  { uploads }: Pick<Commands, 'uploads'>,
  kind: GoodsKind,
  number: number,
): Promise<string> {
  const id = createHash('sha256').update(`goods ${kind.en}`).digest('hex').slice(0, 32);
  const picture = await readPicture(await drawn(kind, (number * HUES_APART) % 360), 'goods.png');
  await uploads.add(picture, `${kind.en}.png`, SUPER_USER_ID, id);
  return id;
}
