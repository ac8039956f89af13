export { externalEngine, type ExternalOptions } from './external-engine.ts'
