/** The deployment's emulator; undefined where the tests run against anything else. */
export const emulator = process.env['AWS_ENDPOINT_URL'];

/** Headers of a call of one service by the emulator's root, who has no secret: its signatures are not looked at. */
export const rootHeaders = (service: string): Record<string, string> => {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const credential = `Credential=test/${time.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`;
  return { 'x-amz-date': time, authorization };
};

/** One call as root; the answer's text. Throws unless it is carried out. */
export const callEmulator = async (service: string, path: string, init: RequestInit): Promise<string> => {
  const headers = { ...rootHeaders(service), ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(`${emulator}${path}`, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} ${path} was answered ${response.status}: ${text}`);
  return text;
};

/** One call of a service that speaks JSON; `target` names its operation. */
export const callJson = async <T>(service: string, target: string, body: object): Promise<T> => {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
  return JSON.parse(await callEmulator(service, '/', { method: 'POST', headers, body: JSON.stringify(body) })) as T;
};
