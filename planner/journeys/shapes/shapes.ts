import { actionReadBack } from './action/action-read-back.ts';
import { actionReturnsChange } from './action/action-returns-change.ts';
import { actionUntilDone, asyncUntilDone } from './action/async-until-done.ts';
import { leaseVisible } from './action/lease-visible.ts';
import { listedTransitions } from './action/listed-transitions.ts';
import { createOnAnothers } from './access/create-on-anothers.ts';
import { crossPersona } from './access/cross-persona.ts';
import { ownProfiles } from './access/follow-between-personas.ts';
import { forbidden, forbiddenCall } from './access/forbidden.ts';
import { requiredRefusals } from './access/required-refusals.ts';
import { signIns, signInsRefused } from './access/sign-ins.ts';
import { unauthenticated, unauthenticatedCall } from './access/unauthenticated.ts';
import {
  childUnderParent,
  childListedByFilter,
  childMadeElsewhere,
  childNotBelowAnother,
} from './create/child-under-parent.ts';
import { createEcho, sharedSingletonEcho } from './create/create-echo.ts';
import { createList } from './create/create-list.ts';
import { createRead, createWithOtherChoices } from './create/create-read.ts';
import { createWithIdempotencyKey } from './create/create-with-idempotency-key.ts';
import { createWithZero } from './create/create-with-zero.ts';
import { deleteGone, deleteGoneFromList } from './delete/delete-gone.ts';
import { fileGone, fileOfOthers, filePart, fileSentAnew, fileContents } from './file/file-contents.ts';
import { listByIds } from './list/list-by-ids.ts';
import { listFilter } from './list/list-filter.ts';
import { listInOrder } from './list/list-in-order.ts';
import { listLeavesOut } from './list/list-leaves-out.ts';
import { pagination } from './list/pagination.ts';
import { callsBelow } from './read/calls-below.ts';
import { callsOfUnknown } from './read/calls-of-unknown.ts';
import { notFound } from './read/not-found.ts';
import { readBelow, readBelowCall, readBelowUncalled } from './read/read-below.ts';
import { readsBeside } from './read/reads-beside.ts';
import { readsOfUnknown } from './read/reads-of-unknown.ts';
import { deleteLeavesSiblings, updateLeavesSiblings } from './update/update-leaves-siblings.ts';
import { updateInList, updateOneField, updateRead } from './update/update-read.ts';
import { updateToEmptyString } from './update/update-to-empty-string.ts';
import { updateToNull } from './update/update-to-null.ts';
import { updateToZeroOrFalse } from './update/update-to-zero-or-false.ts';

/**
 * Shapes that propose journeys for each update of a resource. Their order, here and below, is the order of the plans.
 */
const UPDATE_SHAPES = [
  updateRead,
  updateOneField,
  updateToZeroOrFalse,
  updateToEmptyString,
  updateToNull,
  updateLeavesSiblings,
] as const;

/** Shapes that propose journeys for each resource; those of the inner array, for each of its updates. */
export const RESOURCE_SHAPES = [
  createEcho,
  sharedSingletonEcho,
  createWithIdempotencyKey,
  createRead,
  createWithOtherChoices,
  createWithZero,
  createList,
  readBelow,
  childUnderParent,
  childListedByFilter,
  childNotBelowAnother,
  listFilter,
  listByIds,
  listLeavesOut,
  listInOrder,
  pagination,
  UPDATE_SHAPES,
  updateInList,
  deleteGone,
  deleteGoneFromList,
  deleteLeavesSiblings,
  actionReturnsChange,
  leaseVisible,
  actionReadBack,
  listedTransitions,
  asyncUntilDone,
  actionUntilDone,
  notFound,
  unauthenticated,
  forbidden,
  createOnAnothers,
  crossPersona,
] as const;

/** Shapes that propose journeys for each file that a read serves. */
export const FILE_SHAPES = [fileContents, fileSentAnew, fileOfOthers, fileGone, filePart] as const;

/** Shapes that propose journeys for each operation that is no standard method of a resource: actions, reports. */
export const CALL_SHAPES = [readBelowCall, childMadeElsewhere, unauthenticatedCall, forbiddenCall] as const;

/** Shapes that propose journeys once, about the personas. */
export const PERSONA_SHAPES = [ownProfiles, requiredRefusals] as const;

/**
 * Shapes that propose journeys once all others are planned, for operations that no kept journey calls successfully. If
 * `readsBeside` reads an operation, `readsOfUnknown` does not.
 */
export const UNCALLED_SHAPES = [readBelowUncalled, readsBeside, readsOfUnknown, callsBelow, signIns] as const;

/** All shapes, as `dezycro rules` lists them. */
export const SHAPES = [
  ...RESOURCE_SHAPES.flat(),
  ...FILE_SHAPES,
  ...PERSONA_SHAPES,
  ...CALL_SHAPES,
  ...UNCALLED_SHAPES,
  signInsRefused,
  callsOfUnknown,
] as const;
