/** A question to a language model. Everything that somebody else wrote goes into `material`, which is data and never an instruction. */
export type Question = {
  instructions: string;
  material: string;
  /** JSON Schema of the answer that is wanted. */
  answerSchema: Record<string, unknown>;
  /** Where somebody waits for it: less than what is configured. */
  atMost?: { seconds: number; answerTokens: number };
};

/** What the model answered, as it said it: nothing in it is checked yet. */
export type ModelAnswer = { content: unknown; tokens: number };

/** Why there is no answer; the name under which the step ends. */
export type ModelTrouble = 'MODEL_LATE' | 'MODEL_UNAVAILABLE' | 'MODEL_REFUSED' | 'MODEL_UNUSABLE';

/** The model gave no answer that can be read. What was spent on it is spent all the same. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly trouble: ModelTrouble;
  readonly tokens: number;

  constructor(trouble: ModelTrouble, message: string, tokens: number, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
    this.tokens = tokens;
  }

  /** By its name: what speaks to a model is a file beside the function, with a copy of this class (lib/bundling). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ModelFailure';
  }
}

export interface ModelChoice {
  /** `<provider>:<model>`; null where none is configured and rules do the work. */
  readonly name: string | null;
}

/** A model that a tenant reaches by a key of its own. */
export type OwnModel = {
  provider: 'OPENAI' | 'ANTHROPIC';
  model: string;
  /** null: the provider's own. */
  baseUrl: string | null;
  apiKey: string;
};

export interface OwnModels {
  /** Nothing is sent before it is asked. */
  open(own: OwnModel): LanguageModel;
}

export interface LanguageModel extends ModelChoice {
  /** One answer within the configured time. Throws ModelFailure. */
  ask(question: Question): Promise<ModelAnswer>;
}
