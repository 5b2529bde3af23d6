import { expect, test } from 'vitest';
import { edgeKeyHeader } from '#contract/edge-key-header.ts';
import { type Properties, synthesize } from './synthesized.ts';

const account = '123456789012';
const resources = synthesize({
  domain: { name: 'origin.example.com', certificate: `arn:aws:acm:eu-west-1:${account}:certificate/o` },
  edge: {
    name: 'api.example.com',
    certificate: `arn:aws:acm:us-east-1:${account}:certificate/e`,
    requestsPerFiveMinutes: 3000,
  },
});
const of = (type: string): Properties[] =>
  resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
const key = '{{resolve:secretsmanager:dezycro-dev/edge-key:SecretString:::}}';

test('a stage without the setting has no firewall, no key, and no stack in another region', () => {
  const text = JSON.stringify(synthesize());
  expect(text).not.toMatch(/CloudFront|WAFv2|edge-key|EDGE_KEY|PUBLIC_URL/);
});

test('the firewall counts requests by address and knows bad ones, and looks into no body', () => {
  const [firewall] = of('AWS::WAFv2::WebACL');
  expect(firewall).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
  expect((firewall!['Rules'] as Properties[]).map(({ Action, Statement }) => [Action, Statement])).toEqual([
    [
      { Block: { CustomResponse: { ResponseCode: 429 } } },
      { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 3000, EvaluationWindowSec: 300 } },
    ],
    [undefined, { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesAmazonIpReputationList' } }],
  ]);
  const [log] = of('AWS::WAFv2::LoggingConfiguration');
  expect(log).toMatchObject({
    RedactedFields: [{ SingleHeader: { Name: 'authorization' } }, { QueryString: {} }],
    LoggingFilter: { DefaultBehavior: 'DROP' },
  });
});

test('CloudFront passes everything on but the host, keeps no answer, and proves itself to the origin', () => {
  const [distribution] = of('AWS::CloudFront::Distribution');
  expect(distribution!['DistributionConfig']).toMatchObject({
    Aliases: ['api.example.com'],
    WebACLId: { 'Fn::GetAtt': [expect.stringContaining('Firewall'), 'Arn'] },
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    DefaultCacheBehavior: {
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      // CachingDisabled and AllViewerExceptHostHeader, by the ids that AWS gave them.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    },
    Origins: [
      {
        DomainName: 'origin.example.com',
        OriginCustomHeaders: [{ HeaderName: edgeKeyHeader, HeaderValue: key }],
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginReadTimeout: 30 },
      },
    ],
  });
});

test('it lies in us-east-1 as AWS wants it, and every function knows the key and the public address', () => {
  const [template] = new Set(
    resources.filter(({ Type }) => /CloudFront|WAFv2/.test(Type)).map((resource) => resource.template),
  );
  expect(template).toBe('dezycro-dev-edge.template.json');
  for (const { Environment } of of('AWS::Lambda::Function'))
    expect(Environment).toMatchObject({ Variables: { EDGE_KEY: key, PUBLIC_URL: 'https://api.example.com' } });
});
