/** Facts inside others, named with dots: as addresses, the program and the server name them. */

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** What differs from the plain facts, by dotted name. Lists of another length are said whole. */
export function differences(plain: unknown, facts: unknown, name = ''): Record<string, unknown> {
  if (JSON.stringify(plain) === JSON.stringify(facts)) return {};
  const alike = isTree(plain) && isTree(facts) && Array.isArray(plain) === Array.isArray(facts) && (!Array.isArray(plain) || plain.length === (facts as unknown as unknown[]).length);
  if (!alike) return name ? { [name]: facts } : {};
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(facts as Tree)) Object.assign(found, differences((plain as Tree)[key], (facts as Tree)[key], name ? `${name}.${key}` : key));
  return found;
}

/** The facts with some of them said by dotted name; names that lead nowhere are left out. */
export function withFacts(facts: unknown, said: Record<string, unknown>): unknown {
  const copy = structuredClone(facts);
  for (const [name, value] of Object.entries(said)) {
    const parts = name.split('.');
    const last = parts.pop()!;
    let at: unknown = copy;
    for (const part of parts) at = isTree(at) ? at[part] : undefined;
    if (isTree(at) && last in at) at[last] = value;
  }
  return copy;
}

/** Facts as the end of an address; those of a second situation begin with "b.". */
export function query(first: Record<string, unknown>, second: Record<string, unknown> | null): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(first)) said.set(name, word(value));
  if (second) for (const [name, value] of Object.entries(second)) said.set(`b.${name}`, word(value));
  if (second && !Object.keys(second).length) said.set('b', '');
  const text = said.toString();
  return text ? `?${text}` : '';
}

/** The facts that an address says. */
export function asked(search: string): { first: Record<string, unknown>; second: Record<string, unknown> | null } {
  const first: Record<string, unknown> = {};
  let second: Record<string, unknown> | null = null;
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === 'b') second ??= {};
    else if (name.startsWith('b.')) (second ??= {})[name.slice(2)] = read(value);
    else first[name] = read(value);
  }
  return { first, second };
}

const word = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
