export { describeEngine, type EngineUnderTest } from './describe-engine.ts'
