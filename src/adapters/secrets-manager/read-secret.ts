import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The text of a secret. Throws where there is none, or none that is text. */
export const readSecret = async (name: string): Promise<string> => {
  const client = new SecretsManagerClient({ maxAttempts: 3 });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  if (!SecretString) throw new Error(`The secret ${name} holds no text.`);
  return SecretString;
};
