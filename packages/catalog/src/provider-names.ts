import type { CloudProvider } from './cloud-providers.ts'

/** Display names of the providers. */
export const providerNames = {
  FLY: 'Fly.io',
  AWS: 'AWS',
  AWS_K8S: 'AWS (Revamped)',
  AWS_NIMBUS: 'AWS (Nimbus)',
} as const satisfies Record<CloudProvider, string>
