export { modelChoice } from '#adapters/language-model/settings.ts';
