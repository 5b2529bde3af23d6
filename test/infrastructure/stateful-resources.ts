import type { Resource } from './synthesized.ts';

/** Types that hold something which a new resource of the same name would not have, and the properties whose change makes a new one. */
const replacedBy: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration', 'Schema'],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret', 'UserPoolId'],
  'AWS::Cognito::UserPoolDomain': ['Domain', 'UserPoolId'],
  'AWS::SSM::Parameter': ['Name'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
};

/** Logical id → type, and what of its properties must stay for the resource to stay. */
export const statefulOf = (resources: readonly Resource[]): Record<string, unknown> =>
  Object.fromEntries(
    resources
      .filter(({ Type }) => Type in replacedBy)
      .map(({ template, id, Type, Properties }) => [
        `${template.replace('.template.json', '')} ${id}`,
        {
          Type,
          ...Object.fromEntries(
            replacedBy[Type]!.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])),
          ),
        },
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

/** What a deployment of `after` over `before` would lose: resources that are gone, under another id, or made anew. */
export const replacedIn = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.entries(before).flatMap(([id, properties]) => {
    if (!(id in after)) return [`${id} is gone`];
    return JSON.stringify(after[id]) === JSON.stringify(properties) ? [] : [`${id} is replaced`];
  });
