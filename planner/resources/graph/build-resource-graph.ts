import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { asyncStateOf, starterOf } from '../actions/async-work-of.ts';
import { leaseOf, queueLeases } from '../actions/queue-leases.ts';
import { parentsFor } from '../creation/create-of.ts';
import { isMembership } from '../relations/is-membership.ts';
import { sameCollectionElsewhere } from '../model/same-collection-elsewhere.ts';
import { findActions } from '../actions/find-actions.ts';
import { addImportCreates } from '../creation/read-imported-lines.ts';
import { linkingResources } from '../relations/linked-value.ts';
import { absorbParts } from './absorb-parts.ts';
import { hasKey, isItemPath, nounSegment, paramsOf, parentPath, shapeOf, shapeUpTo } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { rpcResources } from './rpc-resources.ts';
import { singletonResource } from './singleton-resource.ts';
import { searchesByPost } from '../lists/searches-by-post.ts';
import { shapeProducers } from '../model/shape-producers.ts';
import { findReferenceData } from '../relations/find-reference-data.ts';
import { signsInOrOut } from '../auth/signs-in.ts';
import { excludeAssociationCreates } from '../creation/exclude-association-creates.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { fieldProducers } from './field-producers.ts';
import { collectionResource, byKey } from './collection-resource.ts';
import { idSourceOf } from '../creation/id-source-of.ts';

/**
 * Returns the resource with `otherCreate` as its create; undefined if it has none. If no documented member is surely
 * the new item's id, the read is left out and the item is found in the list.
 */
export function withOtherCreate(resource: Resource): Resource | undefined {
  const { otherCreate: create } = resource;
  if (!create) return undefined;
  return { ...resource, create, otherCreate: undefined, ...(create.id.from === 'open' ? { read: undefined } : {}) };
}

/**
 * Finds collections whose items have another path: `/silences` for `/silence/{id}`. Returns the shapes of such
 * collections by the path above the items.
 */
function siblingsOf(byShape: Map<string, Operation[]>, collections: string[]): Map<string, string> {
  const known = new Set(collections);
  const plain = [...byShape.keys()].filter((shape) => !shape.endsWith('{}') && !known.has(shape));
  const byParent = Map.groupBy(plain, parentPath);
  return new Map(
    collections.flatMap((collection) => {
      const noun = singular(nounSegment(collection));
      const sibling = (byParent.get(parentPath(collection)) ?? []).find((shape) =>
        sameName(singular(nounSegment(shape)), noun),
      );
      return sibling === undefined || collection.endsWith('{}') ? [] : [[collection, sibling] as const];
    }),
  );
}

/**
 * Sets the create of a resource that shows asynchronous work. For `GET /jobs/{jobId}`, it is `POST
 * /videos/{id}/transcode`, which answers 202.
 */
function addStarter({ schemas, operations }: SpecModel, resource: Resource): void {
  const { read } = resource;
  if (resource.create || resource.isSingleton || !read || !asyncStateOf(schemas, read.place.flat)) return;
  const { path } = read.operation;
  const operation = starterOf(schemas, operations, path, resource);
  const id = operation && idSourceOf(schemas, operation, resource);
  const wanted = { ...resource, path, readNames: [], operations: [read.operation] };
  const parents = operation && parentsFor(schemas, operation, wanted);
  if (operation && id && parents) resource.create = { operation, id, parents };
}

/**
 * Finds the collections and singletons of a spec, by path shape. They include `called`, the resources
 * found by operation names.
 */
function resourcesIn(
  model: SpecModel,
  called: Resource[],
): { byShape: Map<string, Operation[]>; resources: Map<string, Resource> } {
  // If a server answers both `/Products({ID})` and `/Products/{ID}`, the latter is the item's path.
  const inOrder = model.operations.toSorted((left, right) => Number(hasKey(left.path)) - Number(hasKey(right.path)));
  const byShape = Map.groupBy(inOrder, (operation) => shapeOf(operation.path));
  const itemPaths = new Map<string, string>();
  for (const { path } of model.operations) if (isItemPath(path)) itemPaths.set(shapeOf(parentPath(path)), path);
  const resources = new Map(called.map((resource) => [resource.key, resource]));
  const siblings = siblingsOf(byShape, [...itemPaths.keys()]);
  const beside = new Set(siblings.values());
  for (const { path } of model.operations) {
    const collection = isItemPath(path) ? parentPath(path) : path;
    const key = shapeOf(collection);
    if (resources.has(key) || beside.has(key)) continue;
    const itemPath = itemPaths.get(key);
    const makesItems = byShape.get(key)?.some(({ method }) => method === 'POST') ?? false;
    const found =
      itemPath !== undefined || makesItems
        ? collectionResource(model, byShape, itemPath, collection, siblings.get(key))
        : singletonResource(model.schemas, byShape, path);
    if (found) resources.set(key, found);
  }
  return { byShape, resources };
}

/**
 * Finds the resources of a spec with their actions and leases, and which of them provides a path
 * parameter or body member.
 */
export function buildResourceGraph(spec: SpecModel): ResourceGraph {
  const taking = queueLeases(spec);
  const whole = { ...spec, operations: spec.operations.filter((operation) => !taking.has(operation)) };
  const itemNouns = new Set(
    whole.operations.flatMap(({ path }) => (isItemPath(path) ? [singular(nounSegment(path))] : [])),
  );
  const byName = rpcResources(whole, (noun) => [...itemNouns].some((known) => sameName(known, noun)));
  const actions = findActions(whole, byName.resources);
  const acting = new Set([
    ...whole.operations.filter(signsInOrOut),
    ...searchesByPost(whole),
    ...whole.operations.filter(({ body }) => body?.line),
    ...actions.map(({ operation }) => operation),
    ...byName.roles.keys(),
    ...byName.resources.map(({ create }) => create?.operation),
  ]);
  const model = { ...whole, operations: whole.operations.filter((operation) => !acting.has(operation)) };
  const { byShape, resources } = resourcesIn(model, byName.resources);
  for (const resource of resources.values()) addStarter(whole, resource);
  const starting = new Set([...resources.values()].map(({ create }) => create?.operation));
  for (const { key, item: _item, ...action } of actions)
    if (!starting.has(action.operation)) resources.get(key)?.actions.push(action);
  const creatable = (resource: Resource | undefined) => (resource?.create ? resource : undefined);
  const stocks = findReferenceData(whole);
  excludeAssociationCreates(whole.schemas, [...resources.values()], stocks);
  addImportCreates(whole, [...resources.values()]);
  const producerOfField = fieldProducers([...resources.values()].sort(byKey));
  const owners = absorbParts(model.schemas, byShape, resources, producerOfField);
  const madeAt = (shape: string) => creatable(resources.get(parentPath(shape))) ?? owners.get(shape);
  const namesake = sameCollectionElsewhere(resources);
  const all = [...resources.values()].filter((one) => !isMembership(one, { producerOfField })).sort(byKey);
  return {
    resources: all,
    makers: makersIn(all),
    nouns: [...resources.values()].sort(byKey).map(({ noun }) => noun),
    rpc: new Map([
      ...byName.roles,
      ...actions.flatMap(({ operation, item }) => (item === 'body' ? [[operation, 'WRITE'] as const] : [])),
    ]),
    producerOf: (path, param) => madeAt(shapeUpTo(path, param)) ?? namesake(path, param),
    carrierOf: (path, param) => {
      const names = paramsOf(path);
      const at = names.indexOf(param);
      const resource = names
        .slice(at + 1)
        .map((below) => resources.get(parentPath(shapeUpTo(path, below))))
        .find((below) => below?.create?.parents[at] !== undefined);
      return resource && { resource, at };
    },
    leadingTo: linkingResources(all),
    producerOfField,
    producerCalled: (name) => {
      const found = producerOfField(name);
      return found && sameName(found.noun, name) ? found : undefined;
    },
    producerOfShape: shapeProducers(all),
    claims: [...taking].flatMap(([operation, key]) => {
      const resource = key === undefined ? undefined : resources.get(key);
      return (resource && leaseOf(spec.schemas, operation, resource)) ?? [];
    }),
    taking: new Set(taking.keys()),
    stocks,
  };
}

function makersIn(all: Resource[]): ResourceGraph['makers'] {
  const makers: ResourceGraph['makers'] = new Map();
  for (const resource of all)
    for (const operation of new Set([resource.create?.operation, resource.otherCreate?.operation]))
      if (operation) makers.set(operation, [...(makers.get(operation) ?? []), resource]);
  return makers;
}
