import type { Artifact } from '../ports/verifier-stamper.ts';

/** What stamping leaves beside the files for registration. */
export type VerifierFiles = {
  artifacts: Artifact[];
  /** Base64 signature of the statement that lies beside them. */
  statementSignature: string;
};
