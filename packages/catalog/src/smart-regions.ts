import type { CloudProvider } from './cloud-providers.ts'
import { regionsOf } from './regions.ts'

type SmartRegion = { id: string; name: string; code: string }

/** A part of the world, for people who would rather not choose a city: the region behind it. */
const smartRegions = [
  { id: 'americas', name: 'Americas', code: 'us-east-1' },
  { id: 'europe', name: 'Europe', code: 'eu-central-1' },
  { id: 'apac', name: 'APAC', code: 'ap-southeast-1' },
] as const satisfies readonly SmartRegion[]

/** The parts of the world that a provider offers; none where it has too few regions. */
export const smartRegionsOf = (provider: CloudProvider): readonly SmartRegion[] =>
  smartRegions.filter((smart) => regionsOf(provider).some(({ code }) => code === smart.code))
