/**
 * Checks and re-encodes uploaded pictures. The type is detected from the content, sizes that cannot be decoded safely
 * are refused, and the stored file contains only the re-encoded picture (no camera metadata, no appended second file).
 */
import sharp from 'sharp';
import { Refusal } from '../../domain/values/refusal.ts';

/** The specification's 2 MB. */
export const PICTURE_BYTES_MAX = 2_097_152;
const PIXELS_MAX = 40_000_000;
/** Larger pictures are scaled down: no screen shows more. */
const SIDE_MAX = 2560;
const SMALL_SIDE = 320;
const ENCODING_SECONDS_MAX = 15;

const NAMES = /\.(jpe?g|png)$/i;
/** The bytes with which a file of each type begins; whatever else is in it, sharp must decode it. */
const SIGNATURES = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
} as const;
type MediaType = keyof typeof SIGNATURES;
const MEDIA_TYPES: readonly MediaType[] = ['image/jpeg', 'image/png'];

export interface Picture {
  readonly mediaType: MediaType;
  readonly bytes: Buffer;
  /** At most 320 pixels wide and high, with the same type. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The field of the form, and what a file of another type is told. */
interface Asked {
  readonly field: string;
  readonly type: string;
}
const PICTURE: Asked = { field: 'image', type: 'image_type' };

const refused = ({ field }: Asked, message: string, params?: Record<string, string>): Refusal =>
  new Refusal('validation', [{ field, message, ...(params ? { params } : {}) }]);

export const tooManyBytes = (): Refusal => refused(PICTURE, 'image_too_large');

sharp.cache(false);
/** One at a time: decoding a picture takes up to 160 megabytes. */
let queue: Promise<unknown> = Promise.resolve();

/** Throws Refusal for anything but a JPEG or PNG of at most 40 megapixels. */
export async function readPicture(given: Buffer, fileName: string, asked: Asked = PICTURE): Promise<Picture> {
  const mediaType = MEDIA_TYPES.find((name) => SIGNATURES[name].equals(given.subarray(0, SIGNATURES[name].length)));
  if (!mediaType || !NAMES.test(fileName)) throw refused(asked, asked.type);
  const { width = 0, height = 0 } = await sharp(given, { limitInputPixels: false })
    .metadata()
    // A file that sharp cannot read is refused like a wrong type.
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height === 0) throw refused(asked, 'image_unreadable');
  if (width * height > PIXELS_MAX) throw refused(asked, 'image_pixels', { value: String(PIXELS_MAX / 1_000_000) });
  const encoded = queue.then(() => encode(given, mediaType, asked));
  // The next picture waits for the end of this one, whether it succeeded or failed.
  queue = encoded.catch(() => undefined);
  return encoded;
}

async function encode(given: Buffer, mediaType: MediaType, asked: Asked): Promise<Picture> {
  try {
    const { data: bytes, info } = await encoded(given, mediaType, SIDE_MAX);
    const { data: small } = await encoded(bytes, mediaType, SMALL_SIDE);
    return { mediaType, bytes, small, width: info.width, height: info.height };
  } catch {
    throw refused(asked, 'image_unreadable');
  }
}

/** Applies the orientation of the camera; sharp writes no metadata by default. */
function encoded(given: Buffer, mediaType: MediaType, side: number) {
  const shown = sharp(given, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: ENCODING_SECONDS_MAX });
  const typed = mediaType === 'image/png' ? shown.png({ compressionLevel: 8 }) : shown.jpeg({ quality: 86 });
  return typed.toBuffer({ resolveWithObject: true });
}
