export { describeEngine } from './describe-engine.ts'
export { tightLimits } from './tight-limits.ts'
export type { EngineUnderTest } from './subject.ts'
