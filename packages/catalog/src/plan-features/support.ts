import type { PlanFeature } from './plan-feature.ts'

export const supportFeatures = [
  {
    key: 'support.communitySupport',
    service: 'community',
    title: 'Community support',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.emailSupport',
    title: 'Email support',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.emailSupportSla',
    service: 'support-sla',
    title: 'Email support with an SLA',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.designatedSupport',
    service: 'designated-support',
    title: 'Designated support',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.onBoardingSupport',
    service: 'designated-support',
    title: 'Onboarding support',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.designatedCustomerSuccessTeam',
    service: 'designated-support',
    title: 'Customer success team',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.securityQuestionnaireHelp',
    service: 'compliance-reports',
    title: 'Security questionnaires answered',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
] as const satisfies readonly PlanFeature[]
