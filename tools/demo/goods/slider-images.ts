/**
 * Pictures of the slider on the mobile application's home: drawn here, uploaded as a person uploads them. File names
 * are derived from the seed, because events store them.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { readPicture } from '../../../command-api/attachments/picture.ts';
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import { SUPER_USER_ID } from '../../../identity/person.ts';
import type { Clerk } from '../clerk.ts';

interface Slide {
  readonly title: string;
  readonly title_ar: string;
  readonly title_ckb: string;
  readonly from: string;
  readonly to: string;
}

/** One for each section of the application. */
const SLIDES: readonly Slide[] = [
  {
    title: 'Breakfast is ready',
    title_ar: 'الفطور جاهز',
    title_ckb: 'نانی بەیانی ئامادەیە',
    from: '#f59e0b',
    to: '#fde68a',
  },
  {
    title: 'Time for tea',
    title_ar: 'حان وقت الشاي',
    title_ckb: 'کاتی چایە',
    from: '#0f766e',
    to: '#99f6e4',
  },
  {
    title: 'Off to school',
    title_ar: 'إلى المدرسة',
    title_ckb: 'بەرەو قوتابخانە',
    from: '#1d4ed8',
    to: '#bfdbfe',
  },
];

export async function hangSlides(
  { uploads }: Pick<Commands, 'uploads'>,
  clerk: Clerk,
  seed: number,
  sections: readonly number[],
): Promise<void> {
  for (const [index, { from, to, ...titles }] of SLIDES.entries()) {
    const id = createHash('sha256').update(`slide ${seed} ${index}`).digest('hex').slice(0, 32);
    const picture = await readPicture(await drawn(from, to), 'slide.png');
    await uploads.add(picture, `${titles.title}.png`, SUPER_USER_ID, id);
    const about = { sort_order: index + 1, mobile_section_fk: sections[index] };
    await clerk.enter('slider_images', { ...titles, ...about, image: [id] });
  }
}

/** Three circles over a colour gradient. */
function drawn(from: string, to: string): Promise<Buffer> {
  const circles = [180, 620, 1020].map(
    (x, index) => `<circle cx="${x}" cy="${130 + index * 70}" r="${90 + index * 30}" fill="white" opacity="0.25"/>`,
  );
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">
    <defs><linearGradient id="g">${stops}</linearGradient></defs>
    <rect width="1200" height="400" fill="url(#g)"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
