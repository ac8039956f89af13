import type { Tone } from '../../lib/format/tone.ts'
import type { ExtensionState } from './listed-extensions.ts'

export const stateLabels: Readonly<Record<ExtensionState, { label: string; tone: Tone }>> = {
  enabled: { label: 'Enabled', tone: 'good' },
  available: { label: 'Available', tone: 'neutral' },
  platform: { label: 'Provided by the platform', tone: 'info' },
  'other-engine': { label: 'Not available', tone: 'warn' },
}
