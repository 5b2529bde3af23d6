const KEY = /^(\s*)(?:"([^"]+)"\s*:|'([^']+)'\s*:|([^\s"'#-][^\s]*?):(?:\s|$))/;

/**
 * Where an OpenAPI document in JSON or YAML describes each operation: "METHOD /path" → line, from 1 on. It is read by its lines and their
 * indentation: a document in one line has no lines to tell.
 */
export const operationLines = (document: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  let top: number | undefined;
  let paths: number | undefined;
  let path: { name: string; indent: number; methods?: number } | undefined;
  for (const [index, text] of document.split('\n').entries()) {
    const [, space = '', ...names] = KEY.exec(text) ?? [];
    const name = names.find((each) => each !== undefined);
    if (name === undefined) continue;
    const indent = space.length;
    top ??= indent;
    if (paths === undefined) {
      if (name === 'paths' && indent === top) paths = indent;
    } else if (indent <= paths) break;
    else if (path === undefined || indent <= path.indent) path = { name, indent };
    else {
      path.methods ??= indent;
      if (indent === path.methods) found.set(`${name.toUpperCase()} ${path.name}`, index + 1);
    }
  }
  return found;
};
