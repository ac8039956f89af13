import type { RegionEntry } from './regions.ts'

type SmartRegion = { id: string; name: string; code: string }

/** A part of the world with its region, for users who do not want to choose a city. */
const smartRegions = [
  { id: 'americas', name: 'Americas', code: 'us-east-1' },
  { id: 'europe', name: 'Europe', code: 'eu-central-1' },
  { id: 'apac', name: 'APAC', code: 'ap-southeast-1' },
] as const satisfies readonly SmartRegion[]

/** The parts of the world that stand for one of these regions. */
export const listSmartRegions = (offered: readonly RegionEntry[]): readonly SmartRegion[] =>
  smartRegions.filter((smart) => offered.some(({ code }) => code === smart.code))
