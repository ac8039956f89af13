export type { DatabaseAddress, PoolOptions } from './address.ts'
export { addressOfUrl } from './url.ts'
export { openDatabase, type OpenDatabase } from './database.ts'
