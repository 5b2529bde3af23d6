/** Says that a request came through the firewall: what is in front adds it, and takes away what a caller sends under its name. */
export const edgeKeyHeader = 'x-dezycro-edge-key';
