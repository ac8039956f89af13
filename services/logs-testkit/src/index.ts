export { describeLogStore, type LogStoreUnderTest } from './describe-log-store.ts'
export { embeddedClickHouse } from './embedded-click-house.ts'
