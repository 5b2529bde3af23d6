import type { Capability } from '#contract/capabilities.ts';
import type { WorkspaceReader } from './workspace-reader.ts';

/** Capability → the interface that a use case gets for it. A read capability's interface has no write methods. */
export interface Ports {
  'workspaces:read': WorkspaceReader;
}

/** The ports of the given capabilities; a capability without an entry in `Ports` does not compile at its endpoint. */
export type PortsFor<Uses extends Capability> = Pick<Ports, Uses & keyof Ports>;
