import type { LogRowEntry } from '@basalt/contract/logs/logs'

import type { Tone } from '../../../lib/format/tone.ts'

type Level = { label: string; tone: Tone; token: string }

/** The appearance of levels: each has a word besides its colour. */
export const levels = {
  debug: { label: 'Debug', tone: 'neutral', token: '--ink-faint' },
  info: { label: 'Info', tone: 'info', token: '--info' },
  warning: { label: 'Warning', tone: 'warn', token: '--warn' },
  error: { label: 'Error', tone: 'bad', token: '--bad' },
  fatal: { label: 'Fatal', tone: 'bad', token: '--ink' },
} as const satisfies Record<LogRowEntry['level'], Level>
