import { randomUUID } from 'node:crypto';
import { createdId, pathOf, sentBy, withSent } from '../proxy/answers.ts';
import { isSuccess } from '../proxy/fault-proxy.ts';
import type { Exchange, ProxyAnswer, Scene } from '../proxy/fault-proxy.ts';
import { parentOf } from '../proxy/operations.ts';
import { otherValue } from './fields.ts';

type Parent = { collection: string; id: string; exchange: Exchange };

/** Remembers parents created through the proxy, and creates another parent beside that of a child. */
export function otherParent(scene: Scene): {
  notice(exchange: Exchange): Promise<ProxyAnswer>;
  /**
   * Path and query of the child's collection under another parent. Undefined if the parent was not created through the
   * proxy.
   */
  elsewhere(exchange: Exchange): Promise<string | undefined>;
} {
  const all = scene.operations;
  const collection = parentOf(parentOf(scene.operation.template));
  const create = all.find(({ role, about }) => role === 'create' && about === collection);
  const own = shapeOf(parentOf(scene.operation.template));
  const put = all.find(({ method, about }) => method === 'PUT' && shapeOf(about) === own);
  const parents: Parent[] = [];
  const spares = new Map<string, Promise<string | undefined>>();

  async function notice(exchange: Exchange): Promise<ProxyAnswer> {
    const answer = await exchange.send();
    if (exchange.operation === create && create !== undefined && isSuccess(answer)) {
      const id = createdId(create, answer, all, sentBy(exchange));
      if (id !== undefined) parents.push({ collection: pathOf(exchange), id, exchange });
    }
    // A PUT with 201 created the parent.
    if (exchange.operation === put && put !== undefined && answer.status === 201) {
      const [id = ''] = pathOf(exchange).split('/').slice(-1);
      parents.push({ collection: parentOf(pathOf(exchange)), id: decodeURIComponent(id), exchange });
    }
    return answer;
  }

  async function elsewhere(exchange: Exchange): Promise<string | undefined> {
    const own = parentOf(pathOf(exchange));
    const right = parents.find(({ collection: path, id }) => `${path}/${encodeURIComponent(id)}` === own);
    if (right === undefined) return undefined;
    const other = await (spares.get(right.collection) ?? makeSpare(right));
    return other === undefined
      ? undefined
      : exchange.request.path.replace(own, `${right.collection}/${encodeURIComponent(other)}`);
  }

  /** Creates one spare parent per collection. No caller knows it, so nobody deletes it. */
  function makeSpare(parent: Parent): Promise<string | undefined> {
    const made = makeAnother(parent);
    spares.set(parent.collection, made);
    return made;
  }

  /** Creates the parent again with other texts, because texts may have to be unique. For a PUT, at a new id. */
  async function makeAnother({ exchange, collection: path }: Parent): Promise<string | undefined> {
    if (exchange.operation === put) {
      const fresh = randomUUID();
      return isSuccess(await exchange.send({ path: `${path}/${fresh}` })) ? fresh : undefined;
    }
    if (create === undefined) return undefined;
    const { properties } = create.sent;
    const again = withSent(exchange, (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          typeof value === 'string' && properties[name]?.enum === undefined
            ? (otherValue(properties[name], value) ?? otherAddress(value))
            : value,
        ]),
      ),
    );
    const answer = await exchange.send(again);
    return isSuccess(answer) ? createdId(create, answer, all) : undefined;
  }

  return { notice, elsewhere };
}

function otherAddress(text: string): string {
  return /^[^@ ]+@[^@ ]+$/.test(text) ? `other.${text}` : text;
}

/** The template without parameter names, which may differ below the parent. */
function shapeOf(template: string): string {
  return template.replaceAll(/\{[^{}]+\}/g, '{}');
}
