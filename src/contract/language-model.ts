/** How a deployment names its language model: who serves it, and what they call it. */
export const languageModelForm = /^(bedrock|openai|anthropic):([\w.:/-]+)$/;
