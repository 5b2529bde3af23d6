import { ownModels as openOwnModels } from '#adapters/language-model/own-models.ts';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import type { OwnModels } from '#domain/ports/language-model.ts';

export const ownModels = (): OwnModels => openOwnModels(new TargetRules());
