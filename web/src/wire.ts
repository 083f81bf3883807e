export type Side = 'red' | 'blue';
export type Seat = 'red' | 'blue' | 'both' | 'spectator';
export interface Point { x: number; y: number }
export interface Segment { from: Point; to: Point }
export type Shape = { area: Point[] } | { line: [Point[], number] } | { circle: [Point, number] } | { point: Point };
export type PieceKind = 'infantry' | 'light' | 'cavalry' | 'artillery' | 'leader' | 'marker';
export interface Badge { now: number; full: number; quality: string; state: string }
export interface Mark { word: string; clause: string }
export interface Piece {
  id: number; side: Side; name: string; group: string; kind: PieceKind; bases: [Point, Point, Point, Point][]; outline: Point[];
  front: Segment | null; facing: number; formation: string; badge: Badge; marks: Mark[]; leader: number | null; facts: [string, string][];
}
export interface FeatureView { id: number; kind: string; name: string; shape: Shape; level: number; meaning: string }
export interface PlaceView { name: string; feature: number | null; capacity: number | null; units: number[] }
export interface Track { side: Side | null; name: string; now: number; of: number | null; clause: string }
export interface ViewOverlay { kind: string; unit: number | null; side: Side | null; label: string; clause: string; shape: Shape }
export type Form = 'choose' | 'select' | 'place' | 'path' | 'point' | 'split' | 'orders' | 'dice' | 'allocate';
export type Place = { at: Point } | { along: Segment } | { unit: number };
export interface Refusal { clause: string; reason: string; place: Place | null }
export type Quantity = 'score' | 'need' | 'dice' | 'faces' | 'percent' | 'quarters' | 'actions' | 'casualties' | 'hundredths';
export interface Line { clause: string; label: string; value: number; applies: boolean }
export interface Ledger { lines: Line[]; total: number; quantity: Quantity }
export interface Choice { words: string; unit: number | null; target: number | null; command: unknown; ledger: Ledger | null }
export interface Prompt { side: Side; clause: string; words: string; form: Form; options: Choice[]; acts: [number, string][]; not_yet: Refusal | null }
export interface View {
  system: string; turn: number; turns: number | null; phase: string; active: Side | null; size: [number, number]; ground: FeatureView[]; pieces: Piece[];
  places: PlaceView[]; tracks: Track[]; overlays: ViewOverlay[]; prompt: Prompt | null; waiting: Side[]; over: string | null;
}
export type Die = { D: number } | 'Z10' | 'D100' | 'Degrees';
export interface Lot { side: Side; trials: number; dice: number; die: Die; plus: number; again: number; cuts: [number, number][]; why: number }
export interface Roll { clause: string; label: string; lots: Lot[]; read: unknown; whys: [number | null, Ledger][] }
export interface Rolled { answer: number[]; faces: number[] }
export interface Card { roll: Roll; rolled: Rolled }
export interface Telling { words: string; card: Card | null }
export interface Thought { words: string; score: number }
export interface Note { by: string; intent: string; score: number; others: Thought[] }
export interface Entry { n: number; side: Side; phrase: string; told: Telling[]; note: Note | null }
export interface Verdict { winner: Side | null; clause: string; margin: string; score: [number, number]; words: string }
export interface GameState {
  seq: number; length: number; seat: Seat; side: Side | null; battle: { id: string; name: string; date: string }; system: { name: string; title: string };
  sides: [string, string]; players: [string, string]; computer: Side | null; dice: 'server' | 'hand'; commitment: string | null; view: View; roll: Roll | null;
  undo: string | null; undo_bar: string | null; thinking: boolean; hint: string | null; verdict: Verdict | null; friend: string | null; spectator: string;
}
export interface Fitted { command: unknown; ghost: [Point, Point, Point, Point][]; path: Point[]; cost: string; notes: [string, string][]; short: Refusal | null }
export interface FitAnswer { seq: number; fitted: Fitted }
export interface Wish { unit: number; act: string; at: Point; facing: number | null; target: number | null }
export interface Consequence { p: number; exact: string; percent: string; rolls: string; told: string[]; then: string | null }
export interface Foreseen { roll: Roll; dice: string; odds: Consequence[]; exactness: string }
export interface PreviewAnswer { seq: number; phrase: string; card: Foreseen | null; told: string[] }
export interface Answer { kind: 'done' | 'wanted' | 'back' | 'already'; seq: number; length: number; entry: Entry | null; roll: Roll | null; back: number | null; over: boolean; state: GameState | null }
export interface Change { seq: number; length: number; kind: 'done' | 'wanted' | 'faces' | 'back'; side: Side; entry: Entry | null; back: number | null; over: boolean }
export interface Thinking { side: Side; budget_ms: number }
export interface Measured { line: Segment; length: number; words: string }
export interface Moment { n: number; length: number; view: View; entry: Entry | null }
export interface Log { seq: number; entries: Entry[] }
export interface TextTable { seq: number; text: string }
export interface Problem { error: string; words: string; refusal: Refusal | null; now: number | null }
export interface BattleSystem { name: string; title: string; picture: string }
export interface BattleCard {
  id: string; name: string; date: string; year: number; place: string; war: string | null; fictional: boolean; first_battle: boolean; units: number; men: number;
  turns: number | null; playing_minutes: number | null; attacker: Side; sides: [string, string]; systems: BattleSystem[];
}
export interface BattlePage extends BattleCard {
  summary: string | null; plans: [string | null, string | null]; victory: { red: string | null; blue: string | null; draw: string | null } | null;
  history: { result: string; losses: [string[], string[]]; events: string[] } | null; sources: string[];
}
export interface Switch { name: string; clause: string; label: string; choices: string[] }
export interface SystemCard { name: string; title: string; switches: Switch[]; tests: string[] }
export interface OpponentCard { id: string; name: string; about: string; styles: string[] }
export type Against = { kind: 'computer'; id?: string | null; style?: string | null } | { kind: 'screen' } | { kind: 'friend' };
export interface NewGame { battle: string; system?: string | null; side?: Side | null; opponent?: Against; dice?: 'server' | 'hand'; switches?: Record<string, string>; name?: string | null }
export interface NewLinks { link: string; seat: Seat; friend: string | null; spectator: string; seq: number }
export interface Luck { dice: number; expected: number; rolled: number; deviations: number; words: string }
export interface UnitReport { name: string; strength: [number, number]; present: boolean }
export interface SideReport { side: Side; name: string; strength: [number, number]; units: UnitReport[]; history: string[]; luck: Luck }
export interface Report { verdict: Verdict | null; sides: [SideReport, SideReport]; history: string | null; text: string }
export interface ClauseEntry { clause: string; section: string; words: string; kind: string; origin: string; source: string }
export interface TestCard { name: string; clause: string; summary: string }
export interface TestPage { test: TestCard; schema: unknown; facts: Record<string, unknown> }
export interface Effect { clause: string; label: string; words: string }
export interface EffectOdds { effect: string; p: number; exact: string }
export interface CheckAnswer {
  facts: Record<string, unknown>; ledgers: [string, Ledger][]; total: number; dice: string; wanted: Roll | null; faces: number[]; result: number | null;
  effect: Effect | null; also: Effect[]; odds: EffectOdds[]; exactness: string; what_if: { value: unknown; odds: EffectOdds[] }[];
}
