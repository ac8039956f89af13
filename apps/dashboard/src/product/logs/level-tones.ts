import type { LogRowEntry } from '@basalt/contract/logs/logs'

import type { Tone } from '../../lib/format/tone.ts'

export const levelTones: Readonly<Record<LogRowEntry['level'], Tone>> = {
  debug: 'neutral',
  info: 'info',
  warning: 'warn',
  error: 'bad',
  fatal: 'bad',
}
