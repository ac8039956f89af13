import type { PlanFeature } from './plan-feature.ts'

export const authFeatures = [
  {
    key: 'auth.totalUsers',
    title: 'Total users',
    plans: { free: 'Unlimited', pro: 'Unlimited', team: 'Unlimited', enterprise: 'Unlimited' },
    usage_based: false,
  },
  {
    key: 'auth.maus',
    title: 'Monthly active users (MAU)',
    plans: {
      free: '50,000 included',
      pro: ['100,000 included', 'then $0.00325 per MAU'],
      team: ['100,000 included', 'then $0.00325 per MAU'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'auth.userDataOwnership',
    title: 'User data stays yours',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.anonSignIns',
    title: 'Anonymous sign-ins',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.socialOAuthProviders',
    title: 'Social sign-in providers',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.customSMTPServer',
    title: 'SMTP server of your own',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.removeBranding',
    title: 'E-mails without our name',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.auditLogs',
    title: 'Audit trail of sign-ins',
    plans: { free: '1 hour', pro: '7 days', team: '28 days', enterprise: 'Custom' },
    usage_based: false,
  },
  {
    key: 'auth.basicMFA',
    title: 'Multi-factor authentication by app',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.advancedMFAPhone',
    title: 'Multi-factor authentication by phone',
    plans: {
      free: false,
      pro: ['$75 per month for the first project', 'then $10 per month for each other'],
      team: ['$75 per month for the first project', 'then $10 per month for each other'],
      enterprise: 'Custom',
    },
    usage_based: false,
  },
  {
    key: 'auth.thirdPartyMAUs',
    title: 'Third-party MAU',
    plans: {
      free: '50,000 included',
      pro: ['100,000 included', 'then $0.00325 per MAU'],
      team: ['100,000 included', 'then $0.00325 per MAU'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'auth.saml',
    title: 'Single sign-on for your users (SAML 2.0)',
    plans: {
      free: false,
      pro: ['50 included', 'then $0.015 per MAU'],
      team: ['50 included', 'then $0.015 per MAU'],
      enterprise: 'Contact us',
    },
    usage_based: false,
  },
  {
    key: 'auth.leakedPasswordProtection',
    title: 'Leaked password protection',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.singleSessionPerUser',
    title: 'One session per user',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.sessionTimeouts',
    title: 'Session timeouts',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'auth.authHooks',
    title: 'Auth hooks',
    plans: {
      free: 'Access token, e-mail and SMS',
      pro: 'Access token, e-mail and SMS',
      team: 'All',
      enterprise: 'All',
    },
    usage_based: false,
  },
  {
    key: 'auth.advancedSecurityFeatures',
    title: 'Advanced security features',
    plans: { free: false, pro: false, team: false, enterprise: 'Contact us' },
    usage_based: false,
  },
] as const satisfies readonly PlanFeature[]
