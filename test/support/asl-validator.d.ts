declare module 'asl-validator' {
  /** The package ships no types. */
  export default function validate(
    definition: object,
    options?: { checkPaths?: boolean; checkArn?: boolean },
  ): { isValid: boolean; errorsText(separator?: string): string };
}
