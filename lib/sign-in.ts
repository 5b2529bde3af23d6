import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, OAuthScope, UserPool } from 'aws-cdk-lib/aws-cognito';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { signInCallback } from '#contract/sign-in-callback.ts';
import type { fixedNames } from './config.ts';

/**
 * Who people sign in at: a pool of users with verified addresses, and the one client whose access tokens the service takes (decision record
 * 0001). The service stack learns issuer and client from parameters, since a pool has no name of our choosing.
 */
export class SignIn extends Construct {
  constructor(scope: Construct, id: string, names: ReturnType<typeof fixedNames>) {
    super(scope, id);
    const pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: FeaturePlan.ESSENTIALS,
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const client = pool.addClient('Client', {
      preventUserExistenceErrors: true,
      authFlows: { userSrp: true },
      accessTokenValidity: Duration.hours(1),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Which lets the service ask for the verified address at the first sign-in.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [signInCallback],
      },
    });
    pool.addDomain('Domain', { cognitoDomain: { domainPrefix: names.signInDomain } });
    const { region, urlSuffix } = Stack.of(this);
    const issuer = `https://cognito-idp.${region}.${urlSuffix}/${pool.userPoolId}`;
    const parameters = {
      Issuer: [names.signInIssuer, issuer],
      Audience: [names.signInAudience, client.userPoolClientId],
    };
    for (const [name, [parameterName, stringValue]] of Object.entries(parameters) as [string, [string, string]][]) {
      new StringParameter(this, name, { parameterName, stringValue });
      new CfnOutput(this, `SignIn${name}`, { value: stringValue });
    }
  }
}
