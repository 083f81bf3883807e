/** A short knock for dice, off unless the reader wants it. */
import type { Entry } from './wire';

let context: AudioContext | null = null;

export function chimes(entry: Entry): void {
  const dice = entry.told.reduce((sum, told) => sum + (told.card?.rolled.faces.length ?? 0), 0);
  if (!dice) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (let nth = 0; nth < Math.min(dice, 6); nth++) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = 150 + nth * 23;
    gain.gain.setValueAtTime(0.08, now + nth * 0.07);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + nth * 0.07 + 0.09);
    tone.connect(gain).connect(context.destination);
    tone.start(now + nth * 0.07);
    tone.stop(now + nth * 0.07 + 0.1);
  }
}
