import type { CloudProvider } from './cloud-providers.ts'

export type RegionEntry = {
  code: string
  displayName: string
  /** Latitude and longitude in degrees. */
  location: readonly [number, number]
}

/** SPEC.md section 3, "Region entry". */
export const regions = [
  {
    code: 'us-west-1',
    displayName: 'West US (North California)',
    location: [37.774929, -122.419418],
  },
  { code: 'us-east-1', displayName: 'East US (North Virginia)', location: [37.926868, -78.024902] },
  { code: 'us-east-2', displayName: 'East US (Ohio)', location: [39.9612, -82.9988] },
  { code: 'ca-central-1', displayName: 'Canada (Central)', location: [56.130367, -106.346771] },
  { code: 'eu-west-1', displayName: 'West EU (Ireland)', location: [53.3498, -6.2603] },
  { code: 'eu-west-2', displayName: 'West Europe (London)', location: [51.507351, -0.127758] },
  { code: 'eu-west-3', displayName: 'West EU (Paris)', location: [48.856613, 2.352222] },
  { code: 'eu-central-1', displayName: 'Central EU (Frankfurt)', location: [50.110924, 8.682127] },
  {
    code: 'eu-central-2',
    displayName: 'Central Europe (Zurich)',
    location: [47.3744489, 8.5410422],
  },
  { code: 'eu-north-1', displayName: 'North EU (Stockholm)', location: [59.3251172, 18.0710935] },
  { code: 'ap-south-1', displayName: 'South Asia (Mumbai)', location: [18.9733536, 72.8281049] },
  {
    code: 'ap-southeast-1',
    displayName: 'Southeast Asia (Singapore)',
    location: [1.357107, 103.8194992],
  },
  { code: 'ap-northeast-1', displayName: 'Northeast Asia (Tokyo)', location: [35.6895, 139.6917] },
  { code: 'ap-northeast-2', displayName: 'Northeast Asia (Seoul)', location: [37.5665, 126.978] },
  { code: 'ap-southeast-2', displayName: 'Oceania (Sydney)', location: [-33.8688, 151.2093] },
  {
    code: 'sa-east-1',
    displayName: 'South America (São Paulo)',
    location: [-1.2043218, -47.1583944],
  },
] as const satisfies readonly RegionEntry[]

/** The second set of SPEC.md section 3, offered by the provider FLY. */
const flyRegions = [
  { code: 'sin', displayName: 'Singapore', location: [1.3521, 103.8198] },
] as const satisfies readonly RegionEntry[]

export const listRegions = (provider: CloudProvider): readonly RegionEntry[] =>
  provider === 'FLY' ? flyRegions : regions

const everyRegion: readonly RegionEntry[] = [...regions, ...flyRegions]

export const regionCodes = everyRegion.map(({ code }) => code)

/** The display name of a region; its code when the catalogue does not list it. */
export const regionName = (code: string): string =>
  everyRegion.find((region) => region.code === code)?.displayName ?? code

/** SPEC.md section 9: southeast Asia outside production, east US 2 in production. */
export const defaultRegion = { development: 'ap-southeast-1', production: 'us-east-2' } as const
