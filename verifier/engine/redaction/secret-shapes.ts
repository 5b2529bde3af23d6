/**
 * A credential format: a prefix, then at least `least` characters of `alphabet`. Taken from vendors' documentation and
 * public rule sets. Matches only at the start of a word, in linear time. Following characters of the alphabet are
 * masked too, 4,096 at most.
 */
export type SecretShape = { prefix: string; alphabet: RegExp; least: number };

const word = /^[A-Za-z0-9]+/;
const wordy = /^[\w-]+/;
const dotted = /^[\w.=~-]+/;
const hex = /^[0-9a-fA-F]+/;
const hexes = /^[0-9a-f-]+/;
const upper = /^[A-Z0-9]+/;
const base64 = /^[\w+/=-]+/;

const shapes = (alphabet: RegExp, least: number, ...prefixes: string[]): SecretShape[] =>
  prefixes.map((prefix) => ({ prefix, alphabet, least }));

export const secretShapes: readonly SecretShape[] = [
  // Tokens of this service.
  ...shapes(word, 40, 'dzy_'),
  // Code hosts and package registries.
  ...shapes(word, 30, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'),
  ...shapes(wordy, 40, 'github_pat_'),
  ...shapes(
    dotted,
    20,
    'glpat-',
    'gldt-',
    'glrt-',
    'glptt-',
    'glft-',
    'glsoat-',
    'glcbt-',
    'glimt-',
    'glagent-',
    'gloas-',
  ),
  ...shapes(dotted, 20, 'glffct-', 'GR1348941'),
  ...shapes(dotted, 30, 'ATATT3', 'ATCTT3', 'ATBB'),
  ...shapes(word, 30, 'npm_'),
  ...shapes(wordy, 40, 'pypi-AgEIcHlwaS5vcmc'),
  ...shapes(hex, 40, 'rubygems_'),
  ...shapes(word, 40, 'CLOJARS_'),
  ...shapes(wordy, 20, 'dckr_pat_', 'dckr_oat_'),
  ...shapes(word, 50, 'AKCp', 'cmVmd'),
  // Cloud providers.
  ...shapes(upper, 16, 'AKIA', 'ASIA', 'ABIA', 'ACCA'),
  ...shapes(base64, 80, 'ABSK'),
  ...shapes(base64, 20, 'bedrock-api-key-'),
  ...shapes(wordy, 35, 'AIza'),
  ...shapes(wordy, 20, 'GOCSPX-', 'ya29.', 'AQ.Ab8'),
  ...shapes(word, 20, 'LTAI', 'AKID'),
  ...shapes(hex, 60, 'dop_v1_', 'doo_v1_', 'dor_v1_'),
  ...shapes(wordy, 50, 'HRKU-AA'),
  ...shapes(base64, 40, 'fo1_', 'fm1a_', 'fm1r_', 'fm2_'),
  ...shapes(hex, 32, 'dapi'),
  ...shapes(dotted, 60, 'dt0c01.', 'dt0s16.'),
  ...shapes(wordy, 40, 'sha256~'),
  ...shapes(dotted, 30, 'hvs.', 'hvb.', 'hvr.'),
  ...shapes(hex, 40, 'pul-'),
  ...shapes(word, 30, 'pnu_'),
  ...shapes(dotted, 32, 'pscale_tkn_', 'pscale_oauth_', 'pscale_pw_'),
  ...shapes(dotted, 40, 'dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'),
  ...shapes(hexes, 100, 'v1.0-'),
  ...shapes(wordy, 40, 'tk-us-'),
  ...shapes(word, 30, 'ico-'),
  ...shapes(hex, 40, 'sbp_'),
  ...shapes(base64, 60, 'ops_eyJ'),
  ...shapes(upper, 50, 'AGE-SECRET-KEY-1'),
  // Chat, mail and telephony.
  ...shapes(
    wordy,
    12,
    'xoxb-',
    'xoxp-',
    'xoxa-',
    'xoxr-',
    'xoxs-',
    'xoxo-',
    'xoxe-',
    'xoxe.xoxp-',
    'xoxe.xoxb-',
    'xapp-',
  ),
  ...shapes(dotted, 40, 'SG.'),
  ...shapes(wordy, 60, 'xkeysib-', 'xsmtpsib-'),
  ...shapes(hex, 32, 'SK', 'key-'),
  ...shapes(word, 24, 're_'),
  ...shapes(wordy, 30, 'EAACEdEose0cBA'),
  ...shapes(word, 80, 'EAAM', 'EAAC', 'EAAG'),
  // Payment, shops and logistics.
  ...shapes(word, 10, 'sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_', 'whsec_'),
  ...shapes(hex, 32, 'shpat_', 'shpca_', 'shppa_', 'shpss_'),
  ...shapes(wordy, 22, 'sq0atp-', 'sq0csp-', 'EAAAE', 'EAAAl'),
  ...shapes(dotted, 12, 'FLWSECK_TEST-', 'FLWSECK-'),
  ...shapes(word, 50, 'EZAK', 'EZTK'),
  ...shapes(hex, 40, 'shippo_live_', 'shippo_test_'),
  ...shapes(dotted, 40, 'duffel_test_', 'duffel_live_'),
  ...shapes(hex, 32, 'access_token$production$', 'access_token$sandbox$'),
  // Project and design tools.
  ...shapes(word, 40, 'lin_api_', 'lin_oauth_'),
  ...shapes(word, 40, 'ntn_', 'secret_'),
  ...shapes(wordy, 60, 'fio-u-'),
  ...shapes(wordy, 30, 'figd_', 'figu_'),
  ...shapes(wordy, 50, 'PMAK-'),
  ...shapes(word, 60, 'rdme_'),
  ...shapes(upper, 26, 'API-'),
  ...shapes(hex, 40, 'sgp_'),
  // Monitoring.
  ...shapes(base64, 30, 'glc_', 'glsa_'),
  ...shapes(base64, 40, 'sntrys_', 'sntryu_'),
  ...shapes(wordy, 20, 'NRAK-', 'NRJS-', 'NRII-', 'NRAA-'),
  ...shapes(word, 30, 'phx_'),
  // AI models.
  ...shapes(wordy, 20, 'sk-ant-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v1-'),
  ...shapes(word, 40, 'sk-', 'gsk_', 'pplx-'),
  ...shapes(word, 30, 'hf_', 'api_org_', 'r8_'),
];
