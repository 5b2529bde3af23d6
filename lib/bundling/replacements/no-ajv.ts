/** Stands for ajv where nothing is ever validated with it: asking it is a defect. */
export default class NoAjv {
  compile(): never {
    throw new Error('Nothing is validated with ajv in a function.');
  }
}
