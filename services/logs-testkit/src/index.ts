export { describeLogStore, type LogStoreUnderTest } from './describe-log-store.ts'
