import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import type { Call } from './subject-walks.ts';

/** By hand, through APIs in the styles of well-known vendors. */
export const VENDOR_WALKS: Record<string, (call: Call) => Promise<void>> = {
  agenda: async (call) => {
    const base = '/calendar/v3';
    const { id } = await call('POST', `${base}/calendars`, { summary: 'Team offsite', timeZone: 'Europe/Zurich' });
    const calendar = `${base}/calendars/${encodeURIComponent(String(id))}`;
    await call('GET', calendar);
    await call('PATCH', calendar, { description: 'Who goes where', timeZone: 'Europe/Vienna' });
    const list = `${base}/users/me/calendarList?maxResults=1`;
    const { nextPageToken } = await call('GET', list);
    await call('GET', `${list}&pageToken=${nextPageToken}`);
    const { id: rule } = await call('POST', `${calendar}/acl`, {
      role: 'reader',
      scope: { type: 'user', value: 'bruno@example.com' },
    });
    await call('POST', `${calendar}/acl`, { role: 'freeBusyReader', scope: { type: 'default' } });
    await call('GET', `${calendar}/acl`);
    await call('DELETE', `${calendar}/acl/${encodeURIComponent(String(rule))}`);
    const times = (from: number, to: number) => ({
      start: { dateTime: `2030-06-03T${from}:00:00+02:00`, timeZone: 'Europe/Zurich' },
      end: { dateTime: `2030-06-03T${to}:00:00+02:00` },
    });
    const attendees = [{ email: 'bruno@example.com', displayName: 'Bruno', optional: true }];
    const review = { id: 'standup01', summary: 'Design review', location: 'Room 4', attendees, ...times(10, 12) };
    await call('POST', `${calendar}/events`, review);
    await call('POST', `${calendar}/events`, { summary: 'Lunch', transparency: 'transparent', ...times(12, 13) });
    await call('GET', `${calendar}/events/standup01`);
    await call('PATCH', `${calendar}/events/standup01`, {
      location: null,
      start: { dateTime: '2030-06-03T11:00:00+02:00' },
    });
    const { id: talk } = await call('POST', `${calendar}/events`, { summary: 'Talk', ...times(14, 15) });
    await call('PUT', `${calendar}/events/${talk}`, { summary: 'Long talk', status: 'tentative', ...times(14, 17) });
    const text = encodeURIComponent('Dinner at the lake on 2030-06-03 7pm-10:30pm');
    const { id: dinner } = await call('POST', `${calendar}/events/quickAdd?text=${text}`);
    await call('DELETE', `${calendar}/events/${dinner}`);
    await call('GET', `${calendar}/events/${dinner}`);
    const day = 'timeMin=2030-06-03T00:00:00Z&timeMax=2030-06-04T00:00:00Z';
    await call('GET', `${calendar}/events?${day}&q=bruno&orderBy=startTime&showDeleted=true&maxResults=10`);
    const window = { timeMin: '2030-06-03T00:00:00Z', timeMax: '2030-06-04T00:00:00Z' };
    await call('POST', `${base}/freeBusy`, { ...window, items: [{ id: String(id) }, { id: 'bruno@example.com' }] });
    await call('POST', `${calendar}/events/standup01/move?destination=primary`);
    await call('POST', `${base}/calendars/primary/clear`);
    await call('DELETE', calendar);
  },
  cluster: async (call) => {
    const within = '/namespaces/team-green';
    const web = `/apis/apps/v1${within}/deployments/web`;
    await call('POST', '/api/v1/namespaces', { metadata: { name: 'team-green', labels: { team: 'green' } } });
    await call('GET', '/api/v1/namespaces?limit=1');
    await call('GET', `/api/v1${within}`);
    await call('POST', `/api/v1${within}/configmaps`, { metadata: { name: 'settings' }, data: { LOG_LEVEL: 'info' } });
    await call('POST', `/api/v1${within}/secrets`, { metadata: { name: 'database' }, stringData: { password: 'x' } });
    const labels = { app: 'web' };
    const envFrom = [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'database' } }];
    const containers = [{ name: 'web', image: 'nginx:1.27', envFrom }];
    await call('POST', `/apis/apps/v1${within}/deployments`, {
      metadata: { name: 'web', labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    await call('GET', `/apis/apps/v1${within}/deployments?labelSelector=app%3Dweb`);
    await call('PUT', `${web}/scale`, { metadata: { name: 'web' }, spec: { replicas: 3 } });
    await call('POST', `${web}/restart`);
    await call('PATCH', web, { metadata: { labels: { tier: 'front' } } }, 'application/merge-patch+json');
    await call('GET', web);
    const settings = await call('GET', `/api/v1${within}/configmaps/settings`);
    await call('PUT', `/api/v1${within}/configmaps/settings`, { ...settings, data: { LOG_LEVEL: 'debug' } });
    await call('PUT', `/api/v1${within}/configmaps/settings`, settings);
    await call('GET', `/api/v1${within}/secrets/database`);
    await call('DELETE', web);
    await call('DELETE', `/api/v1${within}/secrets/database`);
    await call('DELETE', `/api/v1${within}/configmaps/settings`);
    await call('DELETE', `/api/v1${within}`);
    await call('DELETE', `/api/v1${within}`);
  },
  directory: async (call) => {
    const base = '/scim/v2';
    const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
    const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
    const SCIM = 'application/scim+json';
    const user = (userName: string) => ({ schemas: [`${CORE}:User`], userName, name: { familyName: 'Okafor' } });
    const group = (displayName: string, members: object[] = []) => ({
      schemas: [`${CORE}:Group`],
      displayName,
      members,
    });
    const patch = (...Operations: object[]) => ({ schemas: [`${MESSAGES}:PatchOp`], Operations });
    await call('GET', `${base}/ServiceProviderConfig`);
    await call('GET', `${base}/ResourceTypes`);
    await call('GET', `${base}/ResourceTypes/User`);
    await call('GET', `${base}/Me`);
    const { id } = await call('POST', `${base}/Users`, user('ada@example.com'), SCIM);
    await call('GET', `${base}/Users/${id}`);
    await call('PUT', `${base}/Users/${id}`, { ...user('ada@example.com'), title: 'Engineer' }, SCIM);
    const { id: second } = await call('POST', `${base}/Users`, user('ben@example.com'), SCIM);
    const suspend = patch({ op: 'replace', path: 'active', value: false });
    await call('PATCH', `${base}/Users/${second}`, suspend, SCIM);
    await call('GET', `${base}/Users?filter=${encodeURIComponent('userName sw "ada" and active eq true')}`);
    const search = { schemas: [`${MESSAGES}:SearchRequest`], filter: 'active eq false', sortBy: 'userName' };
    await call('POST', `${base}/Users/.search`, search, SCIM);
    const { id: team } = await call('POST', `${base}/Groups`, group('Engineering', [{ value: id }]), SCIM);
    await call('GET', `${base}/Groups/${team}`);
    const join = patch({ op: 'add', path: 'members', value: [{ value: second }] });
    await call('PATCH', `${base}/Groups/${team}`, join, SCIM);
    const { id: other } = await call('POST', `${base}/Groups`, group('Research'), SCIM);
    await call('PUT', `${base}/Groups/${other}`, group('Research and development', [{ value: id }]), SCIM);
    await call('GET', `${base}/Groups?excludedAttributes=members`);
    const { id: third } = await call('POST', `${base}/Users`, user('cleo@example.com'), SCIM);
    await call('DELETE', `${base}/Users/${third}`);
    const { id: spare } = await call('POST', `${base}/Groups`, group('Spare'), SCIM);
    await call('DELETE', `${base}/Groups/${spare}`);
    await call('GET', `${base}/AuditEvents?count=5`);
  },
  meetups: async (call) => {
    const group = await call('POST', '/api/groups/', { name: 'Hamburg Python', slug: 'hamburg-python' });
    await call('POST', '/api/groups/', { name: 'Berlin Rust', slug: 'berlin-rust', description: 'Monthly' });
    await call('GET', '/api/groups/?page_size=1&ordering=-name&search=b');
    await call('GET', '/api/groups/?page_size=1&page=2');
    const { results } = (await call('GET', '/api/venues/?city=Hamburg&ordering=capacity')) as { results: JsonObject[] };
    const draft = {
      group: group.id,
      title: 'Async Python in practice',
      slug: 'async-python',
      venue: results[0]?.id,
      capacity: 1,
      starts_at: '2031-09-18T20:00:00+02:00',
      ends_at: '2031-09-18T21:00:00Z',
    };
    const { id } = await call('POST', '/api/events/', draft);
    await call('PUT', `/api/events/${id}/`, { ...draft, title: 'Async Python', description: 'Bring a laptop.' });
    await call('POST', `/api/events/${id}/publish/`);
    const register = (name: string) =>
      call('POST', '/api/registrations/', { event: id, attendee_name: name, attendee_email: `${name}@example.com` });
    const [first, second, third] = [await register('mara'), await register('jo'), await register('ilse')];
    await call('POST', `/api/registrations/${first.id}/cancel/`);
    await call('GET', `/api/registrations/${second.id}/`);
    await call('GET', `/api/registrations/${third.id}/`);
    await call('PATCH', `/api/events/${id}/`, { capacity: 2, venue: null });
    await call('POST', `/api/registrations/${second.id}/check_in/`);
    await call(
      'GET',
      `/api/registrations/?event=${id}&status=confirmed&search=ilse&ordering=-registered_at,attendee_name`,
    );
    await call('GET', `/api/groups/${group.id}/`);
    await call('POST', `/api/events/${id}/cancel/`, { reason: 'The speaker is ill.' });
    await call('GET', `/api/events/${id}/`);
    await call(
      'GET',
      `/api/events/?status=cancelled&group=${group.id}&search=python&starts_after=2031-01-01T00:00:00Z`,
    );
    await call('DELETE', `/api/events/${id}/`);
    await call('DELETE', `/api/groups/${group.id}/`);
  },
  messaging: async (call) => {
    const form = 'application/x-www-form-urlencoded';
    const accounts = await call('GET', '/2010-04-01/Accounts');
    const own = `/2010-04-01/Accounts/${(accounts.accounts as JsonObject[])[0]?.sid}`;
    const rented = await call('GET', `${own}/IncomingPhoneNumbers`);
    const [number] = rented.incoming_phone_numbers as JsonObject[];
    const { sid: MessagingServiceSid } = await call('POST', `${own}/Services`, { FriendlyName: 'Notices' }, form);
    const service = `${own}/Services/${MessagingServiceSid}`;
    await call('POST', service, { StickySender: 'false', InboundRequestUrl: 'https://hooks.example/in' }, form);
    await call('GET', service);
    await call('GET', `${own}/Services?PageSize=1`);
    await call('POST', `${service}/PhoneNumbers`, { PhoneNumberSid: number?.sid }, form);
    await call('GET', `${service}/PhoneNumbers`);

    const text = { To: '+14155552671', Body: 'Your parcel arrives today.' };
    const { sid } = await call('POST', `${own}/Messages`, { ...text, From: number?.phone_number }, form);
    await call('POST', `${own}/Messages`, { ...text, MessagingServiceSid }, form);
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = { ...text, MessagingServiceSid, ScheduleType: 'fixed', SendAt };
    const scheduled = await call('POST', `${own}/Messages`, later, form);
    await call('POST', `${own}/Messages/${scheduled.sid}`, { Status: 'canceled' }, form);
    await call('DELETE', `${own}/Messages/${sid}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await call('GET', `${own}/Messages/${sid}`);
    const today = new Date().toISOString().slice(0, 10);
    await call('GET', `${own}/Messages?To=%2B14155552671&DateSent%3E=${today}&PageSize=1`);
    await call('POST', `${own}/Messages/${sid}`, { Body: '' }, form);
    await call('DELETE', `${own}/Messages/${sid}`);

    const verified = { To: '+14155552671', Channel: 'sms', CustomCode: '482917' };
    await call('POST', `${service}/Verifications`, verified, form);
    await call('POST', `${service}/VerificationCheck`, { To: '+14155552671', Code: '000000' }, form);
    await call('POST', `${service}/VerificationCheck`, { To: '+14155552671', Code: '482917' }, form);
    await call('GET', `${own}/Usage/Records?Category=sms-outbound`);
    await call('DELETE', `${service}/PhoneNumbers/${number?.sid}`);
    await call('DELETE', service);
  },
  pipelines: async (call) => {
    const { repositories } = await call('GET', '/api/v1/user/repos?sort=created&direction=asc&per_page=1');
    const [{ full_name }] = repositories as [{ full_name: string }];
    const actions = `/api/v1/repos/${full_name}/actions`;
    await call('GET', `${actions}/workflows`);
    await call('POST', `${actions}/workflows/ci.yml/dispatches`, { ref: 'main', inputs: { log_level: 'debug' } });
    const { workflow_runs } = await call('GET', `${actions}/runs?event=workflow_dispatch&branch=main`);
    const [{ id }] = workflow_runs as [{ id: number }];
    const run = `${actions}/runs/${id}`;
    await call('GET', run);
    await call('POST', `${run}/cancel`);
    await call('POST', `${run}/rerun`);
    await call('GET', `${run}/jobs?filter=all`);
    for (let look = 0; look < 4; look += 1) await call('GET', run);
    await call('GET', `${run}/artifacts`);
    await call('DELETE', run);
    await call('POST', `${actions}/variables`, { name: 'BASE_URL', value: 'https://staging.example.com' });
    await call('GET', `${actions}/variables/BASE_URL`);
    await call('PATCH', `${actions}/variables/BASE_URL`, { name: 'SHOP_URL' });
    await call('GET', `${actions}/variables`);
    await call('DELETE', `${actions}/variables/SHOP_URL`);
    await call('PUT', `${actions}/secrets/DEPLOY_KEY`, { value: 'first' });
    await call('PUT', `${actions}/secrets/DEPLOY_KEY`, { value: 'second' });
    await call('GET', `${actions}/secrets`);
    await call('DELETE', `${actions}/secrets/DEPLOY_KEY`);
  },
  storefront: async (call) => {
    const admin = '/admin/api/2025-07';
    const board = { option1: 'Wide', price: '10.00', inventory_quantity: 25 };
    const { product } = (await call('POST', `${admin}/products.json`, {
      product: { title: 'Freestyle board', tags: 'snow, big air', variants: [board] },
    })) as { product: JsonObject & { variants: JsonObject[] } };
    await call('POST', `${admin}/products.json`, { product: { title: 'Freestyle board', status: 'draft' } });
    await call('GET', `${admin}/products.json?limit=1&order=title%20asc`);
    await call('GET', `${admin}/products/count.json?status=active`);
    await call('GET', `${admin}/products/${product.id}.json`);
    await call('PUT', `${admin}/products/${product.id}.json`, { product: { vendor: 'Burton', body_html: null } });
    const { variant } = (await call('POST', `${admin}/products/${product.id}/variants.json`, {
      variant: { option1: 'Narrow', price: '12.5', inventory_policy: 'continue' },
    })) as { variant: JsonObject };
    await call('GET', `${admin}/variants/${variant.id}.json`);
    await call('PUT', `${admin}/variants/${variant.id}.json`, { variant: { compare_at_price: '15', sku: 'NRW' } });
    const line_items = [
      { variant_id: product.variants[0]?.id, quantity: 2 },
      { variant_id: variant.id, quantity: 1 },
    ];
    const { order } = (await call('POST', `${admin}/orders.json`, {
      order: { email: 'jane@example.com', line_items },
    })) as { order: JsonObject & { line_items: JsonObject[] } };
    await call('GET', `${admin}/orders.json?status=any&financial_status=paid`);
    await call('GET', `${admin}/orders/${order.id}.json`);
    await call('POST', `${admin}/orders/${order.id}/close.json`);
    await call('POST', `${admin}/orders/${order.id}/open.json`);
    const returned = { line_item_id: order.line_items[0]?.id, quantity: 1, restock_type: 'return' };
    await call('POST', `${admin}/orders/${order.id}/refunds.json`, { refund: { refund_line_items: [returned] } });
    await call('GET', `${admin}/orders/${order.id}/refunds.json`);
    await call('POST', `${admin}/orders/${order.id}/cancel.json`, { reason: 'customer' });
    await call('DELETE', `${admin}/products/${product.id}/variants/${variant.id}.json`);
    await call('DELETE', `${admin}/products/${product.id}.json`);
    await call('GET', `${admin}/orders/${order.id}.json`);
  },
  tracker: async (call) => {
    const api = '/rest/api/2';
    const { members } = await call('POST', `${api}/projects`, { key: 'TILL', name: 'Till receipts' });
    const [{ accountId }] = members as [{ accountId: string }];
    await call('GET', `${api}/projects?query=till&orderBy=-name`);
    await call('GET', `${api}/projects/TILL`);
    const fields = { project: { key: 'TILL' }, summary: 'The receipt shows the wrong currency', issueType: 'Bug' };
    const { key } = await call('POST', `${api}/issues`, { fields });
    const { key: blocker } = await call('POST', `${api}/issues`, { fields: { ...fields, labels: ['checkout'] } });
    const issue = `${api}/issues/${key}`;
    await call('PUT', issue, { fields: { assignee: { accountId }, priority: 'High', dueDate: '2031-04-30' } });
    const link = { type: 'Blocks', inwardIssue: { key: blocker }, outwardIssue: { key } };
    const { id: linkId } = await call('POST', `${api}/issueLinks`, link);
    await call('GET', issue);
    await call('GET', `${api}/search?project=TILL&labels=checkout&status=To%20Do&orderBy=-priority&maxResults=10`);
    await call('POST', `${issue}/transitions`, { transition: { id: '61' } });
    await call('DELETE', `${api}/issueLinks/${linkId}`);
    await call('GET', `${issue}/transitions`);
    await call('POST', `${issue}/transitions`, { transition: { id: '61' }, fields: { resolution: "Won't Do" } });
    await call('PUT', issue, { fields: { priority: 'Low' } });
    const { id } = await call('POST', `${issue}/comments`, { body: 'Seen again on staging.' });
    await call('PUT', `${issue}/comments/${id}`, { body: 'Seen again on staging and live.' });
    await call('GET', `${issue}/comments?orderBy=-created`);
    await call('DELETE', `${issue}/watchers`);
    await call('POST', `${issue}/watchers`);
    await call('GET', issue);
    await call('DELETE', issue);
    await call('DELETE', `${api}/projects/TILL`);
  },
};
