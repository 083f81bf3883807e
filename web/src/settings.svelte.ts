/** What a reader likes, kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';

interface Kept {
  theme: Theme;
  /** Whether letters are keys: they clash with some screen readers. */
  letters: boolean;
  sound: boolean;
  hints: boolean;
  name: string;
}

const KEY = 'firelock';
const PLAIN: Kept = { theme: 'system', letters: true, sound: false, hints: true, name: '' };

function read(): Kept {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...PLAIN };
  }
}

export const settings = $state<Kept>(read());

export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', settings.theme);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may keep nothing; the page works all the same.
  }
}
