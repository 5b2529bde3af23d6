import { previewSeats as endpoint } from '#contract/endpoints/subscription.ts';
import { previewSeats } from '#domain/billing/preview-seats.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, previewSeats);
export const handler = onApiGateway(operation, { 'plans:read': planReader });
