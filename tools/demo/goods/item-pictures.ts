/**
 * Pictures of the demonstration's goods: for each kind its sign in a separate colour, drawn here and uploaded as a
 * person uploads it. Its name is derived from the kind, because events store it.
 */
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { readPicture } from '../../../command-api/attachments/picture.ts';
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import { defined } from '../../../domain/values/defined.ts';
import { SUPER_USER_ID } from '../../../identity/person.ts';
import { SIGNS } from './item-signs.ts';

const SIDE = 240;
/** Degrees between the colours of two kinds: coprime to 360, so that no two are equal. */
const HUES_APART = 29;

/** Equal pictures for equal kinds. `name` is the English name, `number` the kind's number among all. */
export function drawn(name: string, number: number): Promise<Buffer> {
  const hue = (number * HUES_APART) % 360;
  const look = { x: 45, y: 45, size: 150, color: `hsl(${hue}, 60%, 30%)`, strokeWidth: 1.7 };
  const sign = renderToStaticMarkup(createElement(defined(SIGNS[name], `no sign for ${name}`), look));
  const stops = `<stop offset="0" stop-color="hsl(${hue}, 70%, 95%)"/><stop offset="1" stop-color="hsl(${hue}, 55%, 82%)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">${stops}</linearGradient></defs>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>
    <circle cx="120" cy="120" r="110" fill="#fff" opacity="0.6"/>${sign}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** Returns the name of the picture. */
export async function pictureOf({ uploads }: Pick<Commands, 'uploads'>, name: string, number: number): Promise<string> {
  const id = createHash('sha256').update(`goods ${name}`).digest('hex').slice(0, 32);
  const picture = await readPicture(await drawn(name, number), 'goods.png');
  await uploads.add(picture, `${name}.png`, SUPER_USER_ID, id);
  return id;
}
