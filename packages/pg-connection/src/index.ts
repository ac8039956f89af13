export type { DatabaseAddress, PoolOptions } from './address.ts'
export { addressOfUrl } from './url.ts'
export { limitedClient } from './limited-client.ts'
export { openDatabase, type OpenDatabase } from './database.ts'
