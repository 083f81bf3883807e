/** The form of a test, made from the JSON schema of its facts. It knows the schema, no rule. */

export type Field =
  | { kind: 'flag' }
  | { kind: 'choice'; values: unknown[]; words: string[] }
  | { kind: 'number'; least: number | null; most: number | null; step: number }
  | { kind: 'group'; parts: { key: string; help: string; field: Field }[] }
  | { kind: 'list'; of: Field }
  | { kind: 'maybe'; of: Field }
  | { kind: 'other' };

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  description?: string;
  $defs?: Record<string, Schema>;
}

/** The field of a schema. */
export function fieldOf(schema: unknown, root: unknown = schema): Field {
  const s = resolve(schema as Schema, root as Schema);
  if (s.enum && !s.enum.includes(null)) return choice(s.enum);
  const variants = s.oneOf ?? s.anyOf;
  if (variants) {
    const real = variants.filter((each) => resolve(each, root as Schema).type !== 'null');
    if (real.length < variants.length && real.length === 1) return { kind: 'maybe', of: fieldOf(real[0], root) };
    const values = real.map((each) => resolve(each, root as Schema)).flatMap((each) => (each.const !== undefined ? [each.const] : (each.enum ?? [undefined])));
    return values.every((value) => typeof value === 'string' || typeof value === 'number') ? choice(values) : { kind: 'other' };
  }
  const types = Array.isArray(s.type) ? s.type : [s.type];
  const type = types.find((each) => each !== 'null');
  const plain = ((): Field => {
    if (type === 'boolean') return { kind: 'flag' };
    if (s.enum) return choice(s.enum.filter((value) => value !== null));
    if (type === 'integer' || type === 'number') return { kind: 'number', least: s.minimum ?? null, most: s.maximum ?? null, step: type === 'integer' ? 1 : 0.5 };
    if (type === 'array' && s.items && typeof s.items === 'object') return { kind: 'list', of: fieldOf(s.items, root) };
    if (type === 'object' && s.properties) {
      return { kind: 'group', parts: Object.entries(s.properties).map(([key, part]) => ({ key, help: part.description ?? resolve(part, root as Schema).description ?? '', field: fieldOf(part, root) })) };
    }
    return { kind: 'other' };
  })();
  return types.includes('null') && plain.kind !== 'other' ? { kind: 'maybe', of: plain } : plain;
}

function resolve(schema: Schema, root: Schema): Schema {
  let s = schema;
  for (let depth = 0; depth < 8; depth++) {
    if (s.$ref) s = { ...(root.$defs?.[s.$ref.split('/').pop() ?? ''] ?? {}), ...(s.description ? { description: s.description } : {}) };
    else if (s.allOf?.length === 1) s = { ...s.allOf[0], ...(s.description ? { description: s.description } : {}) };
    else break;
  }
  return s;
}

const choice = (values: unknown[]): Field => ({ kind: 'choice', values, words: values.map((value) => String(value).replace(/[_-]/g, ' ')) });

/** A first value for a field that had none. */
export function plainValue(field: Field): unknown {
  switch (field.kind) {
    case 'flag': return false;
    case 'choice': return field.values[0];
    case 'number': return Math.max(field.least ?? 0, 0);
    case 'group': return Object.fromEntries(field.parts.map((part) => [part.key, plainValue(part.field)]));
    case 'list': return [];
    default: return null;
  }
}

/** A key as people read it. */
export const keyWords = (key: string): string => {
  const words = key.replace(/_/g, ' ');
  return words[0] ? words[0].toUpperCase() + words.slice(1) : words;
};
