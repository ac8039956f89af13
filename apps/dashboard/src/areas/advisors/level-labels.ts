import type { AdvisorLevel } from '@basalt/catalog/advisor-rule'

import type { Tone } from '../../lib/format/tone.ts'

export const levels = ['error', 'warning', 'info'] as const satisfies readonly AdvisorLevel[]

export const levelLabels: Readonly<
  Record<AdvisorLevel, { label: string; plural: string; tone: Tone }>
> = {
  error: { label: 'Error', plural: 'Errors', tone: 'bad' },
  warning: { label: 'Warning', plural: 'Warnings', tone: 'warn' },
  info: { label: 'Info', plural: 'Info', tone: 'info' },
}
