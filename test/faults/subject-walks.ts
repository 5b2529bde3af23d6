import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { VENDOR_WALKS } from './vendor-walks.ts';

/** Sends a request as the owner and answers the JSON body; the body of a request is JSON. */
export type Call = (method: string, path: string, body?: object, type?: string) => Promise<JsonObject>;

const JSON_API = 'application/vnd.api+json';

/** By hand, as a developer would try a server out: what no journey is sure to reach. */
export const WALKS: Record<string, (call: Call) => Promise<void>> = {
  ...VENDOR_WALKS,
  'render-farm': async (call) => {
    const scene = await call('POST', '/scenes', { title: 'Harbour at dawn', frame_count: 3 });
    const { id } = await call('POST', '/renders', { scene_id: scene.id, label: 'first try' });
    await call('GET', `/renders/${id}/frames`);
    await call('POST', `/renders/${id}/cancel`);
    await call('POST', `/renders/${id}/cancel`);
  },
  blog: async (call) => {
    await call('POST', '/api/profiles/jonas/follow');
    await call('GET', '/api/profiles/jonas');
    await call('DELETE', '/api/profiles/jonas/follow');
  },
  fleet: async (call) => {
    const vehicle = { plate: 'HH-NF 7', make: 'MAN', model: 'TGX', year: 2024, fuel_type: 'diesel', odometer_km: 10 };
    const { id: vehicle_id } = await call('POST', '/api/v2/vehicles', vehicle);
    const driver = { name: 'Jana Petersen', license_number: 'B072RRE2I99', license_expires_on: '2031-05-01' };
    const { id: driver_id } = await call('POST', '/api/v2/drivers', driver);
    await call('POST', '/api/v2/assignments', { vehicle_id, driver_id });
    const trip = {
      vehicle_id,
      driver_id,
      origin: 'Hamburg',
      destination: 'Kiel',
      planned_start: '2030-01-15T09:30:00Z',
    };
    const { id } = await call('POST', '/api/v2/trips', trip);
    await call('POST', `/api/v2/trips/${id}/start`, {});
    await call('POST', `/api/v2/trips/${id}/finish`, { distance_km: 40.5 });
    await call('GET', `/api/v2/trips/${id}`);
  },
  notebook: async (call) => {
    const { id } = await call('POST', '/notes', { title: 'Groceries', tags: ['home'] });
    await call('DELETE', `/notes/${id}`);
    await call('GET', `/notes/${id}`);
    await call('POST', `/notes/${id}/restore`);
  },
  tickets: async (call) => {
    const requester = { name: 'Road Runner', email: 'runner@example.com' };
    const { number } = await call('POST', '/tickets', { subject: 'It does not start', requester });
    await call('POST', '/tickets', { subject: 'It does not stop', priority: 'high', requester });
    const { nextCursor } = await call('GET', '/tickets?limit=1');
    await call('GET', `/tickets?limit=1&cursor=${nextCursor}`);
    await call('POST', `/tickets/${number}/replies`, { body: 'Turn it off and on again.' });
    await call('GET', `/tickets/${number}/replies`);
    await call('PATCH', `/tickets/${number}`, { status: 'solved' });
    await call('GET', `/tickets/${number}`);
    await call('DELETE', `/tickets/${number}`);
    await call('GET', `/tickets/${number}`);
  },
  flags: async (call) => {
    await call('PUT', '/api/v1/flags/new-checkout', { enabled: true, description: null });
    await call('PUT', '/api/v1/flags/new-checkout', { enabled: false, rollout: 10 });
    await call('GET', '/api/v1/flags');
    await call('PUT', '/api/v1/flags/new-checkout/overrides/ada', { enabled: true, reason: 'tester' });
    await call('GET', '/api/v1/flags/new-checkout/overrides/ada');
    await call('DELETE', '/api/v1/flags/new-checkout/overrides/ada');
    await call('PUT', '/api/v1/settings', { defaultRollout: 50, owners: ['ada@example.com'] });
    await call('GET', '/api/v1/settings');
    await call('PUT', '/api/v1/settings', { defaultRollout: 50, owners: [] });
  },
  inventory: async (call) => {
    const { id } = await call('POST', '/items', { sku: 'BLT-00001', name: 'Bolt', location: 'C07' });
    await call('GET', `/items/${id}`);
    await call('PUT', `/items/${id}`, { sku: 'BLT-00001', name: 'Bolt', location: 'C08' });
    await call('POST', `/items/${id}/movements`, { delta: 5 });
    await call('GET', `/items/${id}/movements`);
    await call('POST', `/items/${id}/movements`, { delta: -50 });
    const { id: other } = await call('POST', '/items', { sku: 'BLT-00002', name: 'Nut', location: 'C07' });
    await call('DELETE', `/items/${other}`);
  },
  wiki: async (call) => {
    await call('POST', '/rest/pages', { title: 'Release checklist', markdown: '# Before' });
    await call('PATCH', '/rest/pages/release-checklist', { markdown: '# After' });
    await call('GET', '/rest/pages/release-checklist/revisions/2');
    await call('GET', '/rest/pages?per_page=1');
  },
  'orders-rpc': async (call) => {
    const lines = [{ article: 'lamp', pieces: 2 }];
    const { order } = (await call('POST', '/rpc/orders.place', { customer: 'Ada', lines })) as { order: JsonObject };
    const { order_id } = order;
    await call('POST', '/rpc/orders.get', { order_id: order_id ?? null });
    await call('POST', '/rpc/orders.list', { state: 'placed' });
    await call('POST', '/rpc/orders.annotate', { order_id, note: 'ring twice' });
    await call('POST', '/rpc/orders.cancel', { order_id, reason: 'too late' });
    await call('POST', '/rpc/orders.cancel', { order_id });
    await call('POST', '/rpc/orders.forget', { order_id });
    await call('POST', '/rpc/orders.get', { order_id });
  },
  shop: async (call) => {
    const customer = await call('POST', '/customers', { email: 'a@example.com', firstName: 'Ada', lastName: 'King' });
    const lines = [{ sku: 'lamp', quantity: 2, unitPriceCents: 950 }];
    const { id } = await call('POST', '/orders', { customerId: customer.id, lines });
    await call('POST', `/orders/${id}/ship`);
    await call('POST', `/orders/${id}/pay`, { method: 'card' });
    await call('POST', `/orders/${id}/ship`);
    await call('POST', `/orders/${id}/cancel`);
    const other = await call('POST', '/orders', { customerId: customer.id, lines, giftMessage: 'Enjoy' });
    await call('POST', `/orders/${other.id}/cancel`);
  },
  library: async (call) => {
    const author = { data: { type: 'authors', attributes: { name: 'Ursula K. Le Guin', born: 1929 } } };
    const { data } = (await call('POST', '/authors', author, JSON_API)) as { data: JsonObject };
    const relationships = { author: { data: { type: 'authors', id: data.id } } };
    const book = { data: { type: 'books', attributes: { title: 'The Dispossessed' }, relationships } };
    const made = (await call('POST', '/books', book, JSON_API)) as { data: JsonObject };
    await call('GET', `/books?page[size]=1&filter[author]=${data.id}`);
    await call('GET', `/books/${made.data.id}`);
    await call('DELETE', `/books/${made.data.id}`);
    await call('POST', '/books', { data: { ...book.data, relationships: {} } }, JSON_API);
  },
  timesheet: async (call) => {
    const form = 'application/x-www-form-urlencoded';
    await call('POST', '/timesheet/session', { login: 'erik', password: 'Monday!' }, form);
    const { project_id } = await call('POST', '/timesheet/projects', { name: 'Canal' }, form);
    const entry = { day: '2026-03-02', hours: '7.5' };
    const { entry_id } = await call('POST', `/timesheet/projects/${project_id}/entries`, entry, form);
    await call('PUT', `/timesheet/entries/${entry_id}`, { ...entry, hours: '8', remark: 'late' }, form);
    await call('GET', `/timesheet/entries/${entry_id}`);
    await call('DELETE', `/timesheet/entries/${entry_id}`);
  },
  clinic: async (call) => {
    const doctor = { name: 'Dr. No', speciality: 'dental', languages: ['en'] };
    const { practitionerId } = await call('POST', '/v5/practitioners', doctor);
    const slot = { practitionerId, patient: 'James', start: '2031-05-01T09:00:00Z', end: '2031-05-01T09:30:00Z' };
    const { appointmentId } = await call('POST', '/v5/appointments', slot);
    await call('POST', '/v5/appointments', slot);
    await call('GET', `/v5/appointments?practitionerId=${practitionerId}&from=2031-01-01T00:00:00Z`);
    await call('GET', `/v5/appointments/${appointmentId}`);
    await call('DELETE', `/v5/appointments/${appointmentId}`);
  },
  wallet: async (call) => {
    const card = { kind: 'card', number: '4111111111111111', expiry: '2031-04', label: 'Office card' };
    const { id } = await call('POST', '/v2/payment-methods', card);
    const bank = { kind: 'bank_account', iban: 'NL91ABNA0417164300' };
    await call('POST', '/v2/payment-methods', bank);
    await call('POST', '/v2/payment-methods', { kind: 'voucher', code: 'SUMMER31' });
    await call('GET', '/v2/payment-methods?limit=2');
    await call('GET', `/v2/payment-methods/${id}`);
    await call('PATCH', `/v2/payment-methods/${id}`, { label: 'Travel card' });
    const paid = await call('POST', '/v2/payments', { payment_method: id, amount: 500, currency: 'eur' });
    await call('GET', `/v2/payments/${paid.id}`);
    await call('POST', `/v2/payments/${paid.id}/refunds`, { amount: 200, reason: 'requested' });
    await call('POST', `/v2/payments/${paid.id}/refunds`, { amount: 400 });
    await call('DELETE', `/v2/payment-methods/${id}`);
  },
};
