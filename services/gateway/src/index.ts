export { createGateway, type Gateway } from './gateway.ts'
export type { GatewayProject, ProjectSource, ProjectState } from './projects.ts'
export type { GatewayAnswer, GatewayFailure, GatewayRequest } from './exchange.ts'
export type { DatabaseHealth } from './health.ts'
export { gatewayMigrations } from './migrations.ts'
export {
  type LoggedRequest,
  type Log,
  type RequestLog,
  type RequestPage,
  type RequestQuery,
  type Retention,
} from './request-log.ts'
export { systemRequestLog } from './system-request-log.ts'
