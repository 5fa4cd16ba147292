/**
 * Short tones: a line was added, a barcode is unknown, an order is pending. Generated here, so that they need no
 * network.
 */
type Tone = readonly [frequency: number, seconds: number];

const SOUNDS = {
  scanned: [[1_320, 0.06]],
  unknown: [
    [220, 0.16],
    [180, 0.24],
  ],
  order: [
    [660, 0.14],
    [880, 0.14],
    [1_100, 0.2],
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type SoundName = keyof typeof SOUNDS;

let context: AudioContext | undefined;

/** Silent when the browser allows no sound before a user action. */
export function sound(name: SoundName): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  let at = context.currentTime;
  for (const [frequency, seconds] of SOUNDS[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
