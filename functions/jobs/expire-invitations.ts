import { expireInvitations as job } from '#contract/jobs.ts';
import { expireInvitations } from '#domain/invitations/expire-invitations.ts';
import { implementJob } from '../support/implement-job.ts';
import { onSchedule } from '../support/on-job.ts';
import { invitationExpirer } from '../support/providers/invitations-expire.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implementJob(job, expireInvitations);
export const handler = onSchedule(operation, undefined, {
  'open-work:read': openWorkReader,
  'plans:read': planReader,
  'invitations:expire': invitationExpirer,
});
