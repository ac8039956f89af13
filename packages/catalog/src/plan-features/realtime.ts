import type { PlanFeature } from './plan-feature.ts'

export const realtimeFeatures = [
  {
    key: 'realtime.postgresChanges',
    service: 'realtime',
    title: 'Postgres changes',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'realtime.concurrentConnections',
    service: 'realtime',
    title: 'Concurrent peak connections',
    plans: {
      free: '200 included',
      pro: ['500 included', 'then $10 per 1,000'],
      team: ['500 included', 'then $10 per 1,000'],
      enterprise: 'Custom, with a volume discount',
    },
    usage_based: true,
  },
  {
    key: 'realtime.messagesPerMonth',
    service: 'realtime',
    title: 'Messages per month',
    plans: {
      free: '2 million included',
      pro: ['5 million included', 'then $2.50 per million'],
      team: ['5 million included', 'then $2.50 per million'],
      enterprise: 'Volume discount',
    },
    usage_based: true,
  },
  {
    key: 'realtime.maxMessageSize',
    service: 'realtime',
    title: 'Maximum message size',
    plans: { free: '250 KB', pro: '3 MB', team: '3 MB', enterprise: 'Custom' },
    usage_based: false,
  },
] as const satisfies readonly PlanFeature[]
