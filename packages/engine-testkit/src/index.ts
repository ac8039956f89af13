export { describeEngine } from './describe-engine.ts'
export type { EngineUnderTest } from './subject.ts'
