/** Where the eye is over the table: a dot of the picture p stands on the screen at p * k + (x, y). */
import type { Dot, Rect } from './geometry';

export interface Camera {
  k: number;
  x: number;
  y: number;
}

export const LEAST = 0.18;
export const MOST = 6;

export const toScreen = (camera: Camera, d: Dot): Dot => ({ x: d.x * camera.k + camera.x, y: d.y * camera.k + camera.y });
export const toPicture = (camera: Camera, d: Dot): Dot => ({ x: (d.x - camera.x) / camera.k, y: (d.y - camera.y) / camera.k });

/** Nearer or farther, the dot under `at` staying where it is. */
export function zoomed(camera: Camera, at: Dot, by: number): Camera {
  const k = Math.max(LEAST, Math.min(MOST, camera.k * by));
  const share = k / camera.k;
  return { k, x: at.x - (at.x - camera.x) * share, y: at.y - (at.y - camera.y) * share };
}

/** The whole of a part of the picture, in the middle of the free part of the screen. */
export function fitted(part: Rect, screen: Dot, free: { top: number; right: number; bottom: number; left: number }): Camera {
  const wide = Math.max(1, screen.x - free.left - free.right);
  const high = Math.max(1, screen.y - free.top - free.bottom);
  const k = Math.max(LEAST, Math.min(2.2, wide / (part.x1 - part.x0), high / (part.y1 - part.y0)));
  return { k, x: free.left + wide / 2 - ((part.x0 + part.x1) / 2) * k, y: free.top + high / 2 - ((part.y0 + part.y1) / 2) * k };
}

/** The same eye, moved as little as shows a part inside the free screen. */
export function showing(camera: Camera, part: Rect, screen: Dot, free: { top: number; right: number; bottom: number; left: number }): Camera {
  const a = toScreen(camera, { x: part.x0, y: part.y0 });
  const b = toScreen(camera, { x: part.x1, y: part.y1 });
  const shift = (from: number, to: number, least: number, most: number): number => {
    if (to - from > most - least) return (least + most) / 2 - (from + to) / 2;
    return from < least ? least - from : to > most ? most - to : 0;
  };
  return { k: camera.k, x: camera.x + shift(a.x, b.x, free.left, screen.x - free.right), y: camera.y + shift(a.y, b.y, free.top, screen.y - free.bottom) };
}
