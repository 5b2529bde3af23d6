/** The methods that endpoints have (§2). */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
