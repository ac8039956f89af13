import requests from './migrations/0023-gateway-requests.sql?raw'

/** Tables of the gateway in the system database; the number is unique among all migrations. */
export const gatewayMigrations = [{ name: '0023-gateway-requests', sql: requests }] as const
