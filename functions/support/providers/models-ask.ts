export { languageModel } from '#adapters/language-model/language-model.ts';
