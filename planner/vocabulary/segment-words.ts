import { wordGroup } from './word-group.ts';
import { takesOne } from './lease-words.ts';

/** First words in the last path segment of a GET that ends or destroys something: `/logout`, `/jobs/7/reset`. */
export const wiping = wordGroup('wiping', {
  kind: 'segment',
  words: 'clear delete flush logout purge remove reset restart',
  matches: ['clear-cache', 'logout'],
  refuses: ['clearance', 'cache'],
});

/**
 * First words in the last path segment of a GET that may change something: `GET /jobs/7/run`. A read that is called
 * without an item of the run may not have one anywhere in its path.
 */
export const changing = wordGroup('changing', {
  kind: 'segment',
  words: 'mark rebuild refresh run sync test trigger',
  includes: [wiping],
  matches: ['run', 'refresh_token'],
  refuses: ['latest', 'trunk'],
  alsoIn: { 'reaches out': 'run, sync and trigger change something here, and elsewhere too' },
});

/**
 * First words in the last segment of a GET without path parameters that ends or destroys something: `GET
 * /admin/restart`.
 */
export const destroying = wordGroup('destroying', {
  kind: 'segment',
  words: `destroy disable drain drop exit kill logoff quit reboot shutdown signoff signout stop suspend terminate truncate
    uninstall wipe`,
  includes: [wiping],
  matches: ['restart', 'shutdown-now'],
  refuses: ['stops', 'exits'],
  alsoIn: { 'reaches out': 'reboot, shutdown and signout end something, on another machine too' },
});

/** First words in the last segment of a GET that takes a waiting item from others: `GET /jobs/dequeue`. */
export const takingReads = wordGroup('taking reads', {
  kind: 'segment',
  words: 'consume',
  includes: [takesOne],
  matches: ['dequeue', 'claim-next'],
  refuses: ['claims', 'consumers'],
});

/**
 * Words of an operation that may change something for others, stay open or return very much: `GET /events/subscribe`.
 */
export const affectsAll = wordGroup('affects all', {
  kind: 'segment',
  words: `activate approve archive backup cancel cleanup create deactivate deploy download dump empty enable evict
    execute export forget generate import init install invalidate launch lease listen login migrate next pause poll
    populate publish redeploy regenerate reindex reinit reject reload renew resume revoke rollback rotate scan seed send
    sse start stream submit subscribe tail unsubscribe update upgrade vacuum wait watch`,
  includes: [destroying, takingReads],
  matches: ['backup', 'subscribe'],
  refuses: ['backups', 'settings'],
  alsoIn: {
    'reaches out': 'deploy, launch, login, send and the like affect users here, and they reach another service',
    'or else': 'create makes an item, alone or if nothing is found',
    'may be absent': 'next takes a waiting item or shows the one to come',
  },
});

/** Words of an operation that may send something, reach another service or cost money: `POST /chat/completions`. */
export const outward = wordGroup('reaches out', {
  kind: 'segment',
  words: `alert announcement ask bill broadcast buy call campaign charge chat checkout completion connect deploy
    deployment deposit dial dispatch email embed emit execute execution fax forward generate generation impersonate
    infer inference invite invitation invoice job launch login logout mail message migrate notification notify order
    page pay payment payout ping predict print prompt provision publish purchase push reboot refund remind reminder
    resend run scale send share ship shipment shutdown signin signout sms spawn subscribe subscription sync train
    transcribe transfer translate trigger tweet withdraw withdrawal`,
  matches: ['send-email', 'payment'],
  refuses: ['sender', 'settings'],
  alsoIn: {
    wiping: 'logout ends a session, maybe at an identity provider',
    'seen once': 'an email, invitation or message is sent by POST, and marked as read by GET',
    'always there': 'ping calls another machine by POST; by GET it is a health check',
  },
});

/** Words by which a POST that is named a search may also create: `POST /contacts/find-or-create`. */
export const orElse = wordGroup('or else', {
  kind: 'segment',
  words: 'or and then else create',
  matches: ['find-or-create', 'searchThenUpdate'],
  refuses: ['order', 'created'],
});

/** Words of paths whose item need not exist: `GET /releases/latest`. */
export const notAlwaysThere = wordGroup('may be absent', {
  kind: 'segment',
  words: `active current default first last latest newest next now oldest pending previous primary random recent
    today`,
  matches: ['latest', 'current-user'],
  refuses: ['currency', 'lasting'],
});

/** Words for a resource that should exist in any service that documents it: `GET /health`. */
export const alwaysThere = wordGroup('always there', {
  kind: 'segment',
  words: `about capability config configuration count feature health healthz info me metric ping root self stat status
    time total user version whoami`,
  matches: ['health', 'server-info'],
  refuses: ['healthy', 'users'],
});

/** Last words of nouns of items that many servers mark as read once they are read: `direct_message`. */
export const seenOnce = wordGroup('seen once', {
  kind: 'segment',
  words: 'alert email invitation invite mail message notification',
  matches: ['notification', 'direct_message'],
  refuses: ['messages', 'mailbox'],
});
