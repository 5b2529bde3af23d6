import { domainToASCII } from 'node:url';

/** The domain of an address as DNS knows it; empty where it is none. */
export const domainOf = (email: string): string => domainToASCII(email.slice(email.lastIndexOf('@') + 1));
