import type { Call } from './walk.ts';

export const walkTokens = async (call: Call): Promise<void> => {
  const policy = '/api/manage/token-policy';
  await call('GET', policy);
  await call('PUT', policy, { maximumDays: 365 });
  const { id } = await call('POST', '/api/v1/pats', { name: 'Measured' });
  await call('GET', '/api/manage/tokens');
  await call('DELETE', `/api/manage/tokens/${id}`);
};

/** Calls the endpoints of workspaces, notebooks and the own LLM key. */
export const walkWorkspaces = async (call: Call, workspace: string): Promise<void> => {
  const managed = '/api/manage/workspaces';
  const { id } = await call('POST', managed, { name: 'Measured' });
  await call('GET', managed);
  await call('PUT', `${managed}/${id}`, { name: 'Measured again' });
  await call('DELETE', `${managed}/${id}`);
  const notebooks = `${workspace}/notebooks`;
  const notebook = `${notebooks}/${(await call('POST', notebooks, { name: 'Measured' }))['id']}`;
  await call('GET', notebooks);
  await call('PUT', notebook, { name: 'Measured again' });
  const page = { title: 'Measured', content: '# Measured' };
  const onePage = `${notebook}/pages/${(await call('POST', `${notebook}/pages`, page))['id']}`;
  await call('GET', `${notebook}/pages`);
  await call('GET', onePage);
  await call('PUT', onePage, page);
  await call('DELETE', onePage);
  await call('DELETE', notebook);
  const key = '/api/manage/llm-keys';
  await call('PUT', key, { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-measured-0123456789' });
  await call('GET', key);
  await call('DELETE', key);
};
