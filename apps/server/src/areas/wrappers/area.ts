import type { Area } from '../../install/area.ts'
import foreignServers from './migrations/0045-foreign-servers.sql?raw'
import { remoteTableFeature, wrapperFeature } from './wrappers.ts'

export const wrappersArea: Area = {
  name: 'wrappers',
  migrations: [{ name: '0045-foreign-servers', sql: foreignServers }],
  endpoints: (services) => [...wrapperFeature(services), ...remoteTableFeature(services)],
}
