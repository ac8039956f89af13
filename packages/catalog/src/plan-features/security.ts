import type { PlanFeature } from './plan-feature.ts'

export const securityFeatures = [
  {
    key: 'security.byoc',
    title: 'A cloud of your own',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.logRetention',
    title: 'Log retention',
    plans: { free: '1 day', pro: '7 days', team: '28 days', enterprise: '90 days' },
    usage_based: false,
  },
  {
    key: 'security.logDrain',
    title: 'Log drains',
    plans: {
      free: false,
      pro: ['$60 per drain per month', '+ $0.20 per million events', '+ $0.09 per GB'],
      team: ['$60 per drain per month', '+ $0.20 per million events', '+ $0.09 per GB'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'security.platformAuditLogs',
    title: 'Audit trail of the dashboard',
    plans: { free: '1 hour', pro: '7 days', team: '28 days', enterprise: 'No limit' },
    usage_based: false,
  },
  {
    key: 'security.metricsEndpoint',
    title: 'Metrics endpoint',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.soc2',
    title: 'SOC 2',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.iso27001',
    title: 'ISO 27001',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.hipaa',
    title: 'HIPAA',
    plans: { free: false, pro: false, team: 'Paid add-on', enterprise: 'Paid add-on' },
    usage_based: false,
  },
  {
    key: 'security.privateLink',
    title: 'AWS PrivateLink',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.sso',
    title: 'Single sign-on for the dashboard',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.uptimeSla',
    title: 'Uptime SLA',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.accessRoles',
    title: 'Access roles',
    plans: {
      free: 'Owner, Admin, Developer',
      pro: 'Owner, Admin, Developer',
      team: 'Also Read-only and predefined project-scoped roles',
      enterprise: 'Also custom project-scoped roles',
    },
    usage_based: false,
  },
  {
    key: 'security.vanityUrls',
    title: 'Vanity URLs',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'security.customDomains',
    title: 'Custom domains',
    plans: {
      free: false,
      pro: '$10 per domain per month',
      team: '$10 per domain per month',
      enterprise: '1 included, then $10 per domain per month',
    },
    usage_based: false,
  },
] as const satisfies readonly PlanFeature[]
