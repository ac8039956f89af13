export { describeGateway } from './describe-gateway.ts'
export type { GatewayUnderTest } from './subject.ts'
