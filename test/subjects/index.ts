import type { Subject } from '../../bench/detect/subject.ts';
import { apiKeys } from './api-keys/server.ts';
import { catalog } from './catalog/server.ts';
import { clinic } from './clinic/server.ts';
import { crm } from './crm/server.ts';
import { todoSubject } from './example-todo.ts';
import { flags } from './flags/server.ts';
import { inventory } from './inventory/server.ts';
import { library } from './library/server.ts';
import { notebook } from './notebook/server.ts';
import { ordersRpc } from './orders-rpc/server.ts';
import { orgChart } from './org-chart/server.ts';
import { ownApiSubject } from './own-api.ts';
import { renderFarm } from './render-farm/server.ts';
import { shop } from './shop/server.ts';
import {
  alertmanager,
  changedetection,
  jupyter,
  kinto,
  labtasker,
  labtaskerOverlaid,
  todoList,
  wiremock,
} from './third-party-servers.ts';
import { tickets } from './tickets/server.ts';
import { timesheet } from './timesheet/server.ts';
import { apicurio, hydra, jupyterhub, phoenix } from './unmet-servers.ts';
import { wallet } from './wallet/server.ts';
import { wiki } from './wiki/server.ts';
import { blog } from './blog/server.ts';
import { devices } from './devices/server.ts';
import { drive } from './drive/server.ts';
import { employees } from './employees/server.ts';
import { fleet } from './fleet/server.ts';
import { forum } from './forum/server.ts';
import { hotel } from './hotel/server.ts';
import { kanban } from './kanban/server.ts';
import { ledger } from './ledger/server.ts';
import { recipes } from './recipes/server.ts';
import { subscriptions } from './subscriptions/server.ts';
import { talks } from './talks/server.ts';
import { agenda } from './agenda/server.ts';
import { cluster } from './cluster/server.ts';
import { directory } from './directory/server.ts';
import { meetups } from './meetups/server.ts';
import { messaging } from './messaging/server.ts';
import { pipelines } from './pipelines/server.ts';
import { storefront } from './storefront/server.ts';
import { tracker } from './tracker/server.ts';

/** Our own small servers, one for each style of API. */
export const REFERENCE_SERVERS: Record<string, () => Promise<Subject>> = {
  'org-chart': orgChart,
  'render-farm': renderFarm,
  notebook,
  catalog,
  tickets,
  flags,
  inventory,
  wiki,
  'api-keys': apiKeys,
  'orders-rpc': ordersRpc,
  shop,
  crm,
  library,
  timesheet,
  clinic,
  wallet,
  blog,
  devices,
  drive,
  employees,
  fleet,
  forum,
  hotel,
  kanban,
  ledger,
  recipes,
  subscriptions,
  talks,
  agenda,
  cluster,
  directory,
  meetups,
  messaging,
  pipelines,
  storefront,
  tracker,
};

/** Published servers of others; each but example-todo is installed on demand. */
export const THIRD_PARTY_SERVERS: Record<string, () => Promise<Subject>> = {
  'example-todo': todoSubject,
  kinto,
  wiremock,
  alertmanager,
  labtasker,
  jupyter,
  changedetection,
  'todo-list': todoList,
};

/** Every API that faults are planted in, by name, the longest first; one that cannot be had here throws SubjectMissing. */
export const SUBJECTS: Record<string, () => Promise<Subject>> = {
  'own API': ownApiSubject,
  ...THIRD_PARTY_SERVERS,
  ...REFERENCE_SERVERS,
};

/** Servers whose documents leave unsaid what they ask for, with an overlay that says it: shown beside the count, not in it. */
export const OVERLAID: Record<string, () => Promise<Subject>> = { 'labtasker with an overlay': labtaskerOverlaid };

/** Published servers that nothing was tuned to, for `npm run bench -- servers`: installed on demand, not in the count. */
export const UNMET_SERVERS: Record<string, () => Promise<Subject>> = { apicurio, hydra, jupyterhub, phoenix };
