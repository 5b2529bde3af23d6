import { sweepWorkbook as endpoint } from '#contract/endpoints/assistance.ts';
import { sweepWorkbook } from '#domain/assistance/sweep-workbook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { allowanceReserver } from '../support/providers/allowance-reserve.ts';
import { allowanceSettler } from '../support/providers/allowance-spend.ts';
import { answerKeeper } from '../support/providers/answers-keep.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { llmKeyDecipher } from '../support/providers/llm-keys-decrypt.ts';
import { llmKeyReader } from '../support/providers/llm-keys-read.ts';
import { languageModel } from '../support/providers/models-ask.ts';
import { ownModels } from '../support/providers/own-models-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implement(endpoint, sweepWorkbook);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'models:ask': languageModel,
  'llm-keys:read': llmKeyReader,
  'llm-keys:decrypt': llmKeyDecipher,
  'own-models:ask': ownModels,
  'allowance:reserve': allowanceReserver,
  'allowance:spend': allowanceSettler,
  'answers:keep': answerKeeper,
  'blobs:read': blobReader,
  'workbooks:read': workbookReader,
});
