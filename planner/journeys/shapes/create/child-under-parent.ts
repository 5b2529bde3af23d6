import type { Assertion, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { filtersOf } from '../../../resources/lists/filters-of.ts';
import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { listedChildren } from '../../../resources/lists/listed-children.ts';
import { canonicalJson, isSameValue } from '../../../intake/json/canonical-json.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { listScopeParams } from '../../requests/list-scope-params.ts';
import { countBefore } from '../../builder/count-before.ts';
import { foreignKeyValue } from '../../requests/references/foreign-key-value.ts';
import { type Item, matchById } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { expectRefusal, documentsNotFound } from '../../model/documented-responses.ts';
import { filteredList, havingField, listItem, matchInList, readItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import type { Create } from '../../../resources/model/create.ts';
import { sameName, wordsOf } from '../../../vocabulary/words-of.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';
import { isWhose } from '../../../vocabulary/people-and-access.ts';
import { defineShape } from '../../model/define-shape.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';

/**
 * Returns the parent: the resource of the path parameter that is the `fromEnd`-th from the path's end. Undefined if no
 * operation creates it, if its id is env-provided, if one create makes parent and child, or if another POST creates
 * children without a parent.
 */
function parentOf(planning: Planning, { path }: Operation, fromEnd: number, create: Create): Resource | undefined {
  const param = paramsOf(path).at(-fromEnd);
  if (create.parents.some((parent) => 'field' in parent)) return undefined;
  if (param === undefined || envProvidedParam(planning, param) !== undefined) return undefined;
  const parent = planning.graph.producerOf(path, param);
  return parent && isMadeWithout(planning, create, parent) ? undefined : parent;
}

/**
 * True if another POST creates the same items without the parent in its path, and the body does not name it. Then the
 * parent only owns them.
 */
function isMadeWithout({ graph, model }: Planning, { operation }: Create, parent: Resource): boolean {
  const { schemas, operations } = model;
  const { names, properties } = sentResource(schemas, operation);
  const without = operation.path.replace(/\/[^/]+\/\{[^{}]*\}(?=\/[^/{}]+$)/, '');
  if (names[0] === undefined || without === operation.path) return false;
  if (Object.keys(properties).some((name) => graph.producerOfField(name) === parent)) return false;
  return operations.some(
    (other) => other.method === 'POST' && other.path === without && sentResource(schemas, other).names[0] === names[0],
  );
}

export const childUnderParent = defineShape({
  id: 'create/child-below-parent',
  kind: 'child-under-parent',
  title: 'A child is listed below its parent and below no other parent',
  terms: ['parent (AIP-132)', 'nested collection'],
  example:
    'POST /projects/1/tasks → 201 {"id":7}, GET /projects/1/tasks → 200 [{"id":7}], GET /projects/2/tasks → 200 []',
  test: 'planner/journeys/shapes/create/child-under-parent',
  testTitle: 'a list shows the children of every parent',
  propose: proposeBelow,
});

function proposeBelow(planning: Planning, resource: Resource): Proposal[] {
  const { list, create, noun } = resource;
  const parent = list && create ? parentOf(planning, list.operation, 1, create) : undefined;
  if (!list || !parent) return [];
  return [
    {
      name: `${withArticle(noun, true)} is listed below its ${parent.noun} and below no other`,
      subject: list.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const { child, owner, other, counted } = makeFamily(journey, parent, resource);
        if (resource.read) showParent(journey, child, owner);
        listItem(journey, child, 'listContains', undefined, child.createdBy);
        const match = matchInList(journey, child);
        journey.within(other, () =>
          filteredList(journey, list, {}, () => [{ op: 'listLacks', list: list.place.list, match }]),
        );
        counted(child);
      },
    },
  ];
}

export const childListedByFilter = defineShape({
  id: 'create/child-by-filter',
  kind: 'child-under-parent',
  title: 'A list asked for a parent by query shows its children and no others',
  terms: ['foreign key', 'filter'],
  example:
    'POST /tasks {"projectId":1} → 201 {"id":7}, GET /tasks?projectId=1 → 200 [{"id":7}], GET /tasks?projectId=2 → 200 []',
  test: 'planner/journeys/requests/references/foreign-key-value',
  testTitle: 'is what a list is asked for',
  propose: proposeByFilter,
});

function proposeByFilter(planning: Planning, resource: Resource): Proposal[] {
  const { model, graph } = planning;
  const { schemas } = model;
  const { list, create, noun } = resource;
  if (!list || !create) return [];
  return filtersOf(schemas, resource, list.operation).flatMap((filter): Proposal[] => {
    const { param, field, isMember } = filter;
    const names = isIdLike(field) && wordsOf(field).length > 1 ? graph.producerOfField : graph.producerCalled;
    const parent = isMember ? undefined : names(field);
    if (!parent || parent === resource || isNamedAbove(planning, list.operation, parent)) return [];
    return [
      {
        name: `${withArticle(noun, true)} is listed for its ${parent.noun} and for no other`,
        subject: list.operation,
        personas: [],
        variant: param.name,
        build: (journey) => {
          if (!isWhose(field)) journey.links.add(field);
          const { child, other, counted } = makeFamily(journey, parent, resource);
          const made = journey.steps.find(({ id }) => id === child.createdBy);
          const reference = child.held.get(filter.pointer)?.template ?? made?.params.query[param.name];
          if (!reference || !('capture' in reference)) throw notCarried(create.operation, field, parent);
          const match = matchInList(journey, child);
          const at = list.place.list;
          const having = havingField(journey, list, filter, reference);
          filteredList(journey, list, { item: child, query: { [param.name]: reference }, having }, () => [
            { op: 'listContains', list: at, match },
          ]);
          const others = foreignKeyValue(journey, other, field, filter.held) ?? reference;
          filteredList(journey, list, { query: { [param.name]: others } }, () => [
            { op: 'listLacks', list: at, match },
          ]);
          counted(child);
        },
      },
    ];
  });
}

/** True if the path already names an item of the parent's schema by another word: a workspace that is a project. */
function isNamedAbove({ graph }: Planning, { path }: Operation, { read }: Resource): boolean {
  const [kind] = read?.place.flat.names ?? [];
  const above = paramsOf(path).map((param) => graph.producerOf(path, param)?.read?.place.flat.names[0]);
  return kind !== undefined && above.includes(kind);
}

export const childNotBelowAnother = defineShape({
  id: 'create/child-not-below-another',
  kind: 'child-under-parent',
  title: 'A child is not found by its id below another parent',
  terms: ['nested resource', 'tenant isolation'],
  example: 'GET /projects/1/tasks/7 → 200, GET /projects/2/tasks/7 → 404',
  test: 'planner/journeys/shapes/create/child-under-parent',
  testTitle: 'a read finds a child below any parent',
  propose: proposeElsewhere,
});

function proposeElsewhere(planning: Planning, resource: Resource): Proposal[] {
  const { read, create, noun } = resource;
  const parent = read && create ? parentOf(planning, read.operation, 2, create) : undefined;
  if (!read || !parent || !documentsNotFound(read.operation)) return [];
  const { operation } = read;
  return [
    {
      name: `${withArticle(noun, true)} is not found below another ${parent.noun}`,
      subject: operation,
      personas: [],
      variant: 'other parent',
      build: (journey) => {
        const { child, other } = makeFamily(journey, parent, resource);
        readItem(journey, child, '', child.createdBy);
        const elsewhere = other.id ? { [paramsOf(operation.path).at(-2) ?? '']: other.id.template } : {};
        journey.step({
          verb: 'read-elsewhere',
          noun,
          operation,
          persona: journey.actor,
          path: { ...journey.pathOf(operation, child), ...elsewhere },
          expect: expectRefusal(operation, 'not-found', [404, 410]),
          assert: [{ op: 'status' }],
        });
      },
    },
  ];
}

function makeFamily(
  journey: Journey,
  parent: Resource,
  resource: Resource,
): Record<'owner' | 'other' | 'child', Item> & { counted: (child: Item) => void } {
  const owner = journey.item(parent);
  const other = journey.another(parent, 1);
  const counted = countBefore(journey, owner, resource);
  return { owner, other, child: journey.item(resource), counted };
}

/**
 * Adds a read of the child. If the read requires a member such as `projectId`, of the type of the parent's id, it must
 * have that id.
 */
function showParent(journey: Journey, child: Item, owner: Item): void {
  readItem(journey, child, '', child.createdBy);
  const { read, param } = child.resource;
  const { flat, prefix } = read?.place ?? {};
  const name = flat?.required.find((field) => field !== param && sameName(field, `${owner.resource.noun}Id`));
  const step = journey.steps.at(-1);
  const source = owner.resource.create?.id;
  if (!flat || name === undefined || !step || !owner.id || source?.from !== 'body') return;
  const { schemas } = journey.planning.model;
  const [shown, made] = [flat.properties[name] ?? true, source.field.schema].map(
    (one) => schemas.flatten(one).types[0],
  );
  const pointer = `${prefix}${pointerToken(name)}`;
  if (shown !== made || step.assert.some((one) => 'pointer' in one && one.pointer === pointer)) return;
  const same: Assertion = { op: 'equals', pointer, value: owner.id.reference, compare: 'exact' };
  step.assert = [...step.assert, same];
}

export const childMadeElsewhere = defineShape({
  id: 'create/child-made-elsewhere',
  kind: 'child-under-parent',
  title: 'A list below a parent shows children that are made in another collection',
  terms: ['foreign key', 'nested collection'],
  example: 'POST /tasks {"projectId":1} → 201 {"id":7}, GET /projects/1/tasks → 200 [{"id":7}]',
  test: 'planner/journeys/shapes/create/child-under-parent',
  testTitle: 'shows them below theirs and no other',
  propose: proposeMadeElsewhere,
});

function proposeMadeElsewhere(
  { graph, model: { schemas }, envProvidedParams }: Planning,
  operation: Operation,
): Proposal[] {
  const listed = listedChildren(graph, schemas, operation);
  if (!listed || paramsOf(operation.path).some((param) => envProvidedParams.includes(param))) return [];
  const { resource, parent, place } = listed;
  const { create, noun } = resource;
  return [
    {
      name: `${withArticle(noun, true)} is listed below its ${parent.noun} and below no other by ${operation.key}`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const members = create ? Object.keys(sentResource(schemas, create.operation).properties) : [];
        const [link, ...others] = members.filter((name) => graph.producerOfField(name) === parent);
        // The member that names the parent is sent, even if optional, unless two name it: of the sender and the
        // recipient of a message, either may be meant.
        if (link !== undefined && others.length === 0 && !isWhose(link)) journey.links.add(link);
        const { owner, other, child } = makeFamily(journey, parent, resource);
        const made = journey.steps.find(({ id }) => id === child.createdBy);
        const told = canonicalJson([made?.body ?? null, made?.params.query ?? null]);
        const isCarried = owner.id && told.includes(canonicalJson(owner.id.template));
        if (!create || !isCarried) throw notCarried(create?.operation ?? operation, `${parent.noun}Id`, parent);
        const match = matchById(schemas, child, place);
        if (match.length === 0) throw notListed(operation, noun);
        const list = { operation, place };
        const { createdBy: effectOf } = child;
        // The parent's id is left out of the query: with it, a list below another parent would lack the
        // child in any case.
        const isOwner = (template: Template) => isSameValue(template, owner.id?.template ?? null);
        const asked = Object.entries(listScopeParams(journey, operation, child));
        const query = Object.fromEntries(asked.filter(([, template]) => !isOwner(template)));
        filteredList(journey, list, { item: child, query, effectOf }, () => [
          { op: 'listContains', list: place.list, match },
        ]);
        journey.within(other, () =>
          filteredList(journey, list, { query }, () => [{ op: 'listLacks', list: place.list, match }]),
        );
      },
    },
  ];
}

function notListed({ key, pointer }: Operation, noun: string): CannotPlan {
  return new CannotPlan({
    reason: 'OUTCOME_NOT_SHOWN',
    pointer,
    detail: `${key} shows no id by which the ${noun} that was made can be told from others.`,
    edit: `Give the id in the answer of ${key} the type that it has where the ${noun} is made.`,
  });
}

function notCarried({ key, body, pointer }: Operation, field: string, parent: Resource): CannotPlan {
  return new CannotPlan({
    reason: 'NOT_CREATABLE',
    pointer: body?.pointer ?? pointer,
    detail: `${key} does not take "${field}", so no item is made for ${withArticle(parent.noun)}.`,
    edit: `Document "${field}" in the request body of ${key}, with the type of the id of ${withArticle(parent.noun)}.`,
  });
}
