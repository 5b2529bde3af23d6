import { completeText as endpoint } from '#contract/endpoints/assistance.ts';
import { completeText } from '#domain/assistance/complete-text.ts';
import { askingPorts } from '../support/asking-ports.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';

export const operation = implement(endpoint, completeText);
export const handler = onApiGateway(operation, askingPorts);
