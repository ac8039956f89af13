import type { PlanFeature } from './plan-feature.ts'

export const supportFeatures = [
  {
    key: 'support.communitySupport',
    title: 'Community support',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.emailSupport',
    title: 'E-mail support',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.emailSupportSla',
    title: 'E-mail support with an SLA',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.designatedSupport',
    title: 'Designated support',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.onBoardingSupport',
    title: 'Onboarding support',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.designatedCustomerSuccessTeam',
    title: 'Customer success team',
    plans: { free: false, pro: false, team: false, enterprise: true },
    usage_based: false,
  },
  {
    key: 'support.securityQuestionnaireHelp',
    title: 'Security questionnaires answered',
    plans: { free: false, pro: false, team: true, enterprise: true },
    usage_based: false,
  },
] as const satisfies readonly PlanFeature[]
