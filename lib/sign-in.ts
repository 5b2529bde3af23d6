import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, OAuthScope, UserPool, UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { signInCallback } from '#contract/sign-in-callback.ts';
import type { FixedNames } from './fixed-names.ts';
import type { StageSettings } from './settings/stage-settings.ts';

export type SignInProps = { names: FixedNames; settings: StageSettings['signIn'] };

/**
 * Who people sign in at: a pool of users with verified addresses, and the one client whose access tokens the service takes (decision record
 * 0001). The service stack learns issuer and client from parameters, since a pool has no name of our choosing; of another issuer they hold what the stage's file says.
 */
export class SignIn extends Construct {
  constructor(scope: Construct, id: string, { names, settings }: SignInProps) {
    super(scope, id);
    const issuer = settings.issuer ?? this.#addPool(names, settings);
    const parameters = {
      Issuer: [names.signInIssuer, issuer.url],
      Audience: [names.signInAudience, issuer.audience],
    };
    for (const [name, [parameterName, stringValue]] of Object.entries(parameters) as [string, [string, string]][]) {
      new StringParameter(this, name, { parameterName, stringValue });
      new CfnOutput(this, `SignIn${name}`, { value: stringValue });
    }
  }

  #addPool(names: FixedNames, { registration, mailFrom, callbackUrls }: SignInProps['settings']) {
    const pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: registration === 'anybody',
      signInAliases: { email: true },
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      ...(mailFrom && { email: UserPoolEmail.withSES({ fromEmail: mailFrom, sesRegion: Stack.of(this).region }) }),
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
        callbackUrls: [signInCallback, ...callbackUrls],
      },
    });
    pool.addDomain('Domain', { cognitoDomain: { domainPrefix: names.signInDomain } });
    const { region, urlSuffix } = Stack.of(this);
    return {
      url: `https://cognito-idp.${region}.${urlSuffix}/${pool.userPoolId}`,
      audience: client.userPoolClientId,
    };
  }
}
