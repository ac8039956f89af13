/** Apart from their regions, so that who only names a provider does not carry them all. */
export const cloudProviders = ['FLY', 'AWS', 'AWS_K8S', 'AWS_NIMBUS'] as const

export type CloudProvider = (typeof cloudProviders)[number]
