/** Rules of cdk-nag that we do not follow, each with its reason; at most six. Everything else that it finds fails the synthesis. */
export const acknowledgedRules = [
  {
    id: 'AwsSolutions::AwsSolutions-APIG4',
    reason:
      'Each function authenticates its caller itself: an authorizer caches, and a revoked token must be refused at once.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason: 'Every function is called synchronously, by the HTTP API or a state machine, which get its failure.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason: 'HTTP APIs take no part in X-Ray; a request id in every log line ties a request together.',
  },
];
