import requests from './migrations/0023-gateway-requests.sql?raw'
import moved from './migrations/0029-gateway-requests-moved.sql?raw'

/** Tables of the gateway in the system database; the numbers are unique among all migrations. */
export const gatewayMigrations = [
  { name: '0023-gateway-requests', sql: requests },
  { name: '0029-gateway-requests-moved', sql: moved },
] as const
