/** Text of somebody else on one line: names come from specs and services, and must not drive the terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
