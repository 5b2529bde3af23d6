/** Stands for ajv-formats beside `no-ajv`. */
export default (): void => undefined;
