import type { Area } from '../../install/area.ts'
import { assistantFeature } from './assistant.ts'

export const assistantArea: Area = {
  name: 'assistant',
  endpoints: ({ model, backgroundEngine: engine, ...services }) =>
    model === null ? [] : assistantFeature({ ...services, engine, model }),
}
