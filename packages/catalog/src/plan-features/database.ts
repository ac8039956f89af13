import type { PlanFeature } from './plan-feature.ts'

export const databaseFeatures = [
  {
    key: 'database.dedicatedPostgresDatabase',
    title: 'Dedicated PostgreSQL database',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'database.unlimitedApiRequests',
    service: 'data-api',
    title: 'Unlimited API requests',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'database.size',
    title: 'Database size',
    plans: {
      free: '500 MB per project included',
      pro: ['8 GB per project included', 'then $0.125 per GB'],
      team: ['8 GB per project included', 'then $0.125 per GB'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'database.advancedDiskConfig',
    service: 'disk-settings',
    title: 'Disk type and throughput settings',
    plans: { free: false, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'database.automaticBackups',
    service: 'backups',
    title: 'Daily backups',
    plans: { free: false, pro: '7 days', team: '14 days', enterprise: 'Custom' },
    usage_based: false,
  },
  {
    key: 'database.pitr',
    service: 'point-in-time-recovery',
    title: 'Point-in-time recovery',
    plans: {
      free: false,
      pro: '$100 per month per 7 days',
      team: '$100 per month per 7 days',
      enterprise: '$100 per month per 7 days, more than 28 days on request',
    },
    usage_based: false,
  },
  {
    key: 'database.pausing',
    service: 'auto-pause',
    title: 'Pausing',
    plans: { free: 'After 1 week of inactivity', pro: 'Never', team: 'Never', enterprise: 'Never' },
    usage_based: false,
  },
  {
    key: 'database.branching',
    service: 'branching',
    title: 'Branching',
    plans: {
      free: false,
      pro: '$0.01344 per branch-hour',
      team: '$0.01344 per branch-hour',
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'database.egress',
    title: 'Egress',
    plans: {
      free: '5 GB included',
      pro: ['250 GB included', 'then $0.09 per GB'],
      team: ['250 GB included', 'then $0.09 per GB'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'database.replication',
    service: 'replication',
    title: 'Replication pipelines',
    plans: {
      free: false,
      pro: [
        '$0.053 per pipeline per hour',
        '$3.00 per GB of changes',
        '$0.60 per GB of the first copy',
      ],
      team: [
        '$0.053 per pipeline per hour',
        '$3.00 per GB of changes',
        '$0.60 per GB of the first copy',
      ],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
] as const satisfies readonly PlanFeature[]
