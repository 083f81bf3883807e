/** How acts are grasped: by their names alone, as keys and buttons need it. */

/** Whether an act points at an enemy rather than at a place. */
export const isWeapon = (act: string): boolean => /shoot|fire|charge|assault|bombard|volley/.test(act);

/** What the confirming button says. */
export function confirmWords(act: string, rolls: string | null): string {
  if (rolls) return rolls;
  if (/move|advance|march|ride|follow|enter|retire|withdraw/.test(act)) return 'Move here';
  if (/set up|deploy|place/.test(act)) return 'Place here';
  return act ? act[0]!.toUpperCase() + act.slice(1) : 'Do it';
}

/** The option or act that a letter stands for. */
export function byLetter(letter: string, words: string[]): number {
  const patterns: Record<string, RegExp> = { f: /fire|shoot|volley/, c: /charge|assault/, m: /move|advance|march|ride/, h: /hold|stand|done|stay/ };
  const pattern = patterns[letter];
  return pattern ? words.findIndex((word) => pattern.test(word.toLowerCase())) : -1;
}

/** A command with another target: the same wherever it names the old one as its target; nothing where it names none. */
export function aimedAt(command: unknown, old: number, target: number): unknown {
  let isChanged = false;
  const turned = JSON.parse(JSON.stringify(command), (key, value: unknown) => {
    if (!/^(target|at|enemy)$/.test(key) || value !== old) return value;
    isChanged = true;
    return target;
  }) as unknown;
  return isChanged ? turned : null;
}
