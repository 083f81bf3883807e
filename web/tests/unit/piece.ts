import type { Piece } from '../../src/wire';

/** A plain piece: a line of two stands at (0, 0) facing north. */
export function piece(other: Partial<Piece>): Piece {
  const stand = (x: number): Piece['bases'][number] => [{ x, y: 0 }, { x: x + 2540, y: 0 }, { x: x + 2540, y: -1905 }, { x, y: -1905 }];
  return {
    id: 1, side: 'red', name: 'Foot', group: '', kind: 'infantry', bases: [stand(0), stand(2540)], outline: [], front: { from: { x: 0, y: 0 }, to: { x: 5080, y: 0 } }, facing: 0,
    formation: 'line', badge: { now: 2, full: 2, quality: 'trained', state: 'fresh' }, marks: [], leader: null, facts: [], ...other,
  };
}
