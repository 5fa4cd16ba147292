/** Uploads a picture; the server assigns its name. Invalid files are refused before sending. */
import { upload } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import { say } from '../language/language.ts';

/** The specification's 2 MB. */
const BYTES_MAX = 2_097_152;
const TYPES: readonly string[] = ['image/jpeg', 'image/png'];
export const ACCEPTED = '.jpeg,.jpg,.png,image/jpeg,image/png';
/** Longest side in pixels; photographs of cameras are larger than needed. */
const CAMERA_SIDE = 2560;
const CAMERA_QUALITY = 0.85;

/** Throws ApiError. */
export async function uploadPicture(file: File): Promise<string> {
  if (!TYPES.includes(file.type)) throw refused(say('pictures:wrong_type'));
  if (file.size > BYTES_MAX) throw refused(say('pictures:too_large'));
  const form = new FormData();
  form.append('image', file, file.name === '' ? 'picture.png' : file.name);
  return (await upload('attachments', form)).data.attachment_id;
}

export const refused = (message: string): ApiError => new ApiError(422, { code: 'validation', message });

/** A photograph of the device's camera, reduced for sending. */
export async function smaller(file: File): Promise<File> {
  if (file.size <= BYTES_MAX && TYPES.includes(file.type)) return file;
  const taken = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, CAMERA_SIDE / Math.max(taken.width, taken.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(taken.width * scale);
  canvas.height = Math.round(taken.height * scale);
  canvas.getContext('2d')?.drawImage(taken, 0, 0, canvas.width, canvas.height);
  taken.close();
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', CAMERA_QUALITY));
  return content ? new File([content], 'photo.jpg', { type: 'image/jpeg' }) : file;
}

/** The pictures in dropped or pasted data. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
}
