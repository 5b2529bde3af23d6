export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * A strict reader for what reports use of XML: elements, quoted attributes, text, character references. Throws on anything else,
 * so that a document which any XML parser refuses is refused here too.
 */
export function readXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!source.startsWith(declaration)) throw new Error('no XML declaration');
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(source)) throw new Error('illegal character');
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const token = /<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  token.lastIndex = declaration.length;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    const parent = open.at(-1);
    if (match === null || parent === undefined) throw new Error(`not well-formed at ${source.slice(at, at + 60)}`);
    const [, closes, opens, attributes = '', empty, text] = match;
    if (text !== undefined) parent.text += decode(text);
    else if (closes !== undefined) {
      if (open.pop()?.name !== closes) throw new Error(`</${closes}> closes nothing`);
    } else {
      const element = { name: opens ?? '', attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty === '') open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (root === undefined || others.length > 0 || open.length !== 1) throw new Error('not exactly one whole root');
  return root;
}

/** Every element of the name, at any depth. */
export function elementsOf(root: XmlElement, name: string): XmlElement[] {
  return [...(root.name === name ? [root] : []), ...root.children.flatMap((child) => elementsOf(child, name))];
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]);
  const attributes = Object.fromEntries(pairs) as Record<string, string>;
  if (Object.keys(attributes).length !== pairs.length) throw new Error('an attribute stands twice');
  return attributes;
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (_all, code?: string, name?: string) => {
    const character = code === undefined ? NAMED[name ?? ''] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`unknown reference &${name};`);
    return character;
  });
}
