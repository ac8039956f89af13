import type { PlanFeature } from './plan-feature.ts'

export const edgeFunctionFeatures = [
  {
    key: 'functions.invocations',
    service: 'edge-functions',
    title: 'Invocations',
    plans: {
      free: '500,000 included',
      pro: ['2 million included', 'then $2 per million'],
      team: ['2 million included', 'then $2 per million'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
] as const satisfies readonly PlanFeature[]
