import type { PlanFeature } from './plan-feature.ts'

export const storageFeatures = [
  {
    key: 'storage.size',
    service: 'storage',
    title: 'File storage',
    plans: {
      free: '1 GB included',
      pro: ['100 GB included', 'then $0.021 per GB'],
      team: ['100 GB included', 'then $0.021 per GB'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'storage.cachedEgress',
    service: 'storage',
    title: 'Cached egress',
    plans: {
      free: '5 GB included',
      pro: ['250 GB included', 'then $0.03 per GB'],
      team: ['250 GB included', 'then $0.03 per GB'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
  {
    key: 'storage.customAccessControls',
    service: 'storage',
    title: 'Custom access policies',
    plans: { free: true, pro: true, team: true, enterprise: true },
    usage_based: false,
  },
  {
    key: 'storage.maxFileSize',
    service: 'storage',
    title: 'Maximum file size',
    plans: { free: '50 MB', pro: '500 GB', team: '500 GB', enterprise: 'Custom' },
    usage_based: false,
  },
  {
    key: 'storage.cdn',
    service: 'storage',
    title: 'Content delivery network',
    plans: { free: 'Basic CDN', pro: 'Smart CDN', team: 'Smart CDN', enterprise: 'Smart CDN' },
    usage_based: false,
  },
  {
    key: 'storage.transformations',
    service: 'storage',
    title: 'Image transformations',
    plans: {
      free: false,
      pro: ['100 origin images included', 'then $5 per 1,000'],
      team: ['100 origin images included', 'then $5 per 1,000'],
      enterprise: 'Custom',
    },
    usage_based: true,
  },
] as const satisfies readonly PlanFeature[]
